// Sounds of the table, made here by Web Audio. Off unless the guest wants them (`data-sound` on <html>), and never
// before a gesture. The table tells what happens by events on #table, which bubble; nothing here looks at the game:
//
//   regatta:rolling  {dice}   so many dice begin to tumble
//   regatta:landed   {place}  one die has come to rest
//   regatta:settled  {}       all dice lie: from here on what they give may be shown, said and heard
//   regatta:wrote    {top}    points were written and the page shows it; `top`: it was the top box, with points
//   regatta:won      {}       the game is over and the guest is among the winners
//
// Who plays a sound without an event calls the functions that are exported.

const LOUD = 0.25; // of what the device can do, for all sounds together

let context: AudioContext | undefined;
let out: AudioNode | undefined;
let hiss: AudioBuffer | undefined;

const wanted = (): boolean => document.documentElement.dataset["sound"] === "yes";

// Called in a gesture: browsers let no sound out before one.
function open(): void {
  if (!wanted()) return;
  if (!context) {
    context = new AudioContext({ latencyHint: "interactive" });
    const volume = context.createGain();
    volume.gain.value = LOUD;
    out = volume;
    volume.connect(context.destination);
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  if (context.state === "suspended") void context.resume();
}

function ready(): AudioContext | undefined {
  return wanted() && context?.state === "running" ? context : undefined;
}

const some = (low: number, high: number): number => low + Math.random() * (high - low);

// ---------------------------------------------------------------------------------------------------- ingredients

// A breath of noise around one pitch, from `at` on: Hz, seconds, 0..1.
function noise(audio: AudioContext, at: number, pitch: number, length: number, volume: number, sharp = 4): void {
  const source = audio.createBufferSource();
  source.buffer = hiss ?? null;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = sharp;
  source.connect(filter).connect(fading(audio, at, 0.002, length, volume));
  source.start(at, Math.random() * 0.5, length + 0.05);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, volume: number, attack: number): void {
  const source = audio.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  source.connect(fading(audio, at, attack, length, volume));
  source.start(at);
  source.stop(at + length + 0.05);
}

function fading(audio: AudioContext, at: number, attack: number, length: number, volume: number): AudioNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  if (out) gain.connect(out);
  return gain;
}

// --------------------------------------------------------------------------------------------------------- sounds

// Dice knocking at each other in the cup.
export function rattle(dice = 5): void {
  const audio = ready();
  if (!audio) return;
  const knocks = 3 + 2 * Math.min(dice, 8);
  for (let knock = 0; knock < knocks; knock += 1) {
    const at = audio.currentTime + (0.42 * knock) / knocks + some(0, 0.03);
    noise(audio, at, some(1600, 3200), 0.035, some(0.15, 0.35));
  }
}

// One die on the cloth: bone, and the table under it.
export function settle(): void {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime;
  noise(audio, at, some(1900, 2500), 0.05, 0.55, 6);
  tone(audio, at, some(150, 190), 0.09, 0.5, 0.003);
}

// A pencil: three short strokes.
export function scratch(): void {
  const audio = ready();
  if (!audio) return;
  for (let stroke = 0; stroke < 3; stroke += 1) {
    noise(audio, audio.currentTime + stroke * 0.085, 3600 + 500 * stroke, 0.075, 0.22, 1.2);
  }
}

const CHORDS = { top: [392, 493.88, 587.33], win: [261.63, 329.63, 392, 523.25] } as const;

// The two moments that are celebrated.
export function chord(moment: keyof typeof CHORDS): void {
  const audio = ready();
  if (!audio) return;
  CHORDS[moment].forEach((pitch, index) => {
    const at = audio.currentTime + index * 0.07;
    tone(audio, at, pitch, 1.4, 0.26, 0.03);
    tone(audio, at, pitch * 2, 0.8, 0.06, 0.03);
  });
}

// --------------------------------------------------------------------------------------------------------- events

document.addEventListener("pointerdown", open, { capture: true });
document.addEventListener("keydown", open, { capture: true });
document.addEventListener("regatta:setting", (event) => {
  const { name, value } = (event as CustomEvent).detail;
  if (name !== "sound") return;
  if (value === "yes") {
    open();
    window.setTimeout(settle, 60); // so that one hears what was chosen
  } else void context?.suspend();
});

document.addEventListener("regatta:rolling", (event) => rattle((event as CustomEvent).detail?.dice));
document.addEventListener("regatta:landed", () => settle());
document.addEventListener("regatta:wrote", (event) => {
  scratch();
  if ((event as CustomEvent).detail?.top) chord("top");
});
document.addEventListener("regatta:won", () => chord("win"));
