"""A real Chromium against a real server on a new database."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from at_browser import RECORD

HERE = Path(__file__).parent
# The one without windows first: it does the same with two thirds of the work.
HEADLESS = "chromium-headless-shell"
CHROMIUMS = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = os.pathsep.join(
    [os.environ.get("PATH", ""), "/usr/local/bin", "/usr/bin", "/snap/bin", "/opt/homebrew/bin"]
)
HOW_TO_GET_ONE = (
    "The browser tests need Chromium or Chrome. Install one (Debian, as root: apt-get install chromium), "
    "or name yours: CHROMIUM=/path/to/chromium make test"
)
SECONDS_TO_START = 120


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


# ------------------------------------------------------------------------------------------------ the browser


def find_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if found is None:
            pytest.exit(f"CHROMIUM={named} is no program. {HOW_TO_GET_ONE}", returncode=3)
        return found
    return next(filter(None, (shutil.which(name, path=PLACES) for name in CHROMIUMS)), None)


def install_chromium() -> None:
    """Install Debian's Chromium, where we are allowed to."""
    apt = shutil.which("apt-get", path=PLACES)
    if apt is None or os.geteuid() != 0:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # Several workers may come here at once: each waits for the one that installs, and then finds it done.
    apt_get = [apt, "-q", "-y", "-o", "DPkg::Lock::Timeout=300", "-o", "APT::Install-Recommends=false"]
    subprocess.run([*apt_get, "update"], env=environment, stdin=subprocess.DEVNULL, check=False)
    for package in (HEADLESS, "chromium"):
        if find_chromium() is None:
            subprocess.run(
                [*apt_get, "install", package], env=environment, stdin=subprocess.DEVNULL, check=False
            )


@pytest.fixture(scope="session")
def chromium(pytestconfig: pytest.Config) -> str:
    """The path of a Chromium: the one found, else Debian's, else the run ends and says what to do."""
    found = find_chromium()
    if found is None:
        with pytestconfig.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            print("\nNo Chromium found: installing Debian's", flush=True)
            install_chromium()
        found = find_chromium()
    if found is None:
        pytest.exit(HOW_TO_GET_ONE, returncode=3)
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict, chromium: str) -> dict:
    # All pages of the profile are drawn by one process, see there.
    quiet = [
        "process-per-site",
        "disable-gpu",
        "disable-quic",
        "no-first-run",
        "disable-background-networking",
    ]
    quiet += ["disable-component-update", "disable-sync", "disable-dev-shm-usage"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet.append("no-sandbox")  # Chromium refuses its sandbox to root
    return {
        **browser_type_launch_args,
        "executable_path": chromium,
        "args": [f"--{flag}" for flag in quiet],
    }


@pytest.fixture(scope="session")
def base_url(site: str) -> str:
    """Pages open by path: `page.goto("/")`. (Stands for the plugin's own fixture, of which pytest 9 warns.)"""
    return site


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    # Without a service worker a test sees every request; those about the worker allow it.
    return {**browser_context_args, "locale": "en-GB", "service_workers": "block"}


@pytest.fixture(scope="session")
def profile(browser: Browser, browser_context_args: dict) -> Iterator[BrowserContext]:
    """One browser profile for all tests that need no other.

    A page of the site stays open in it. Chromium then draws the pages of the tests in the process that is there, with
    scripts that are compiled: a new profile for each test costs more processor time than most tests do themselves.
    """
    context = browser.new_context(**browser_context_args)
    context.add_init_script(f"({RECORD})()")
    context.new_page().goto("/settings")
    yield context
    context.close()


@pytest.fixture
def context(profile: BrowserContext) -> Iterator[BrowserContext]:
    """The profile as if nobody had used it: no cookies, online, and no page open but the one that keeps it warm."""
    warm, *left = profile.pages
    assert left == []
    yield profile
    for page in profile.pages[1:]:
        page.close()
    profile.unroute_all()
    profile.set_offline(offline=False)
    profile.clear_cookies()
    warm.evaluate("localStorage.clear()")


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A new page on which no script may fail and the Content-Security-Policy must hold."""
    page = context.new_page()
    faults: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # An answer such as 409 is logged as "Failed to load resource"; a test may well ask for one.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            faults.append(message.text)

    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", note)
    yield page
    assert faults == []


# ------------------------------------------------------------------------------------------------- the server


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running site, `http://127.0.0.1:PORT`."""
    folder = tmp_path_factory.mktemp("site")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    program = Path(sys.executable).parent / "regatta"
    command = [str(program), "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder / 'regatta.sqlite'}"]
    log = folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        try:
            wait_for(address, server, log)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + SECONDS_TO_START
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < end:
        if server.poll() is not None:
            pytest.fail(
                f"The server ended with {server.returncode}:\n{log.read_text()[-3000:]}", pytrace=False
            )
        try:
            with direct.open(f"{address}/", timeout=5):
                return
        except urllib.error.HTTPError as error:
            error.close()
            if error.code < 500:
                return
        except OSError:
            pass
        time.sleep(0.05)
    pytest.fail(f"No answer within {SECONDS_TO_START} s:\n{log.read_text()[-3000:]}", pytrace=False)
