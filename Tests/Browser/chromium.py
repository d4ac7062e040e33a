"""The browser of this machine and the two devices that every screen is looked at on."""

import os
import shutil

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DESK = {"viewport": {"width": 1280, "height": 800}}


def launch_options() -> dict:
    """What Playwright needs to start the system's Chromium instead of a download of its own."""
    # The one without windows first: the tests take two thirds of the time in it.
    known = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    found = (shutil.which(name) for name in [os.environ.get("CHROMIUM"), *known] if name)
    path = next(filter(None, found), None)
    if path is None:
        raise FileNotFoundError("There is no Chromium. Run script/bootstrap --tests, or set CHROMIUM.")
    # Chromium refuses to run its sandbox as root, which containers usually are.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {"executable_path": path, "args": arguments}
