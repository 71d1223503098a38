// The front end starts here. Every page works without it: this only makes moves quicker and livelier.
import "./htmx";
import "./table";

document.documentElement.classList.add("js");
