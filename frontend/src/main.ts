// The front end starts here. Every page works without it: this only makes moves quicker and livelier.
import "./htmx";
import "./connection";
import "./table";
import "./stream";
import "./turn";
import "./settings";
import "./help";
import "./sound";
import "./install";
import "./rules";
import "./film";
import "./pad";
import "./room";
import "./review";
import "./edit";

document.documentElement.classList.add("js");
