"""Errors as answers: the right status, and a page or ``{"error": {"code", "message"}}``, never a traceback."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException

from regatta.errors import Denied, Illegal, Invalid, Missing, ModelFaults, RegattaError, Stale
from regatta.web.contexts import Refusal
from regatta.web.journal import route_of

if TYPE_CHECKING:
    from regatta.web.asked import Asked
    from regatta.web.site import Site

logger = logging.getLogger(__name__)

STATUS: tuple[tuple[type[RegattaError], int], ...] = (
    (Denied, 403),
    (Missing, 404),
    (Stale, 409),
    (Illegal, 422),
    (ModelFaults, 422),
    (Invalid, 400),
)
"""The status of each kind of error; any other is the server's own fault."""

SPECIAL = {
    "bounded.busy": 503,
    "bounded.closed": 503,
    "copy.withdrawn": 410,
    "form.slow": 408,
    "form.type": 415,
    "job.broken": 503,
    "job.busy": 503,
    "job.closed": 503,
    "job.too_long": 503,
    "limit.reached": 429,
    "limit.streams": 429,
    "storage.busy": 503,
    "storage.closed": 503,
    "storage.failed": 503,
    "storage.full": 503,
}
"""Codes with a status of their own."""

RETRY_AFTER = "2"
"""Seconds after which a client may try again what could not be done, where the error does not say it."""

VARY = "accept-language, cookie"
"""What the language of an answer hangs on."""

NO_STORE = {"cache-control": "no-store", "vary": VARY}
"""For pages: they hold keys and versions, and going back must show the table as it is now."""

_HTTP_CODES = {
    400: "http.bad_request",
    404: "http.not_found",
    405: "http.method",
    413: "http.too_large",
    415: "form.type",
}


def status_of(error: RegattaError) -> int:
    """Return the HTTP status that an error is answered with."""
    if error.code in SPECIAL:
        return SPECIAL[error.code]
    return next((status for kind, status in STATUS if isinstance(error, kind)), 500)


def told_when(error: RegattaError) -> dict[str, str]:
    """Return the header that says when to come back, for an error after which that makes sense."""
    later = status_of(error) in (429, 503)
    return {"retry-after": str(error.params.get("when", RETRY_AFTER))} if later else {}


def wants_json(request: Asked) -> bool:
    """Whether the client asks for JSON rather than for a page."""
    headers = request.sent
    accepted = headers.get("accept", "")
    if request.scope["path"].endswith(".json"):
        return True
    if "text/html" in accepted:
        return False
    return "json" in accepted or ("json" in headers.get("content-type", "") and "hx-request" not in headers)


def from_http(error: HTTPException) -> RegattaError:
    """Return what the framework refused as an error of ours."""
    return RegattaError(_HTTP_CODES.get(error.status_code, "http.refused"), status=error.status_code)


class Refusals:
    """Answers every exception that a handler lets pass."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def handlers(self) -> dict[int | type[Exception], Any]:
        """Return the handlers that the application is given."""
        return {RegattaError: self.regatta, HTTPException: self.http, Exception: self.fault}

    def regatta(self, request: Asked, error: RegattaError) -> Response[Any]:
        status = status_of(error)
        if status == 500:
            return self.fault(request, error)
        answer = self._answer(request, error, status)
        answer.headers.update(told_when(error))
        if status == 408:
            answer.headers["connection"] = "close"  # nobody waits for the rest of what was sent
        return answer

    def http(self, request: Asked, error: HTTPException) -> Response[Any]:
        if error.status_code >= 500:
            return self.fault(request, error)
        answer = self._answer(request, from_http(error), error.status_code)
        if allow := (error.headers or {}).get("allow"):
            answer.headers["allow"] = allow
        return answer

    def fault(self, request: Asked, error: Exception) -> Response[Any]:
        """Answer what should not happen: the log hears all of it, the client nothing but that."""
        logger.error("%s %s failed", request.method, route_of(request.scope), exc_info=error)
        return self._answer(request, RegattaError("http.fault"), 500)

    def _answer(self, request: Asked, error: RegattaError, status: int) -> Response[Any]:
        site = self._site
        tongue = site.tongue(request)
        message = tongue.words.sentence(error)
        if wants_json(request):
            content = {"error": {"code": error.code, "message": message}}
            return Response(content, status_code=status, media_type=MediaType.JSON, headers=dict(NO_STORE))
        page = Refusal(site.frame(request, tongue), tongue.heading(status), message, back="/")
        if "hx-request" in request.sent:
            # Shown in place of the table, whatever the move aimed at.
            headers = {**NO_STORE, "hx-retarget": "body", "hx-reswap": "innerHTML"}
            return Response(
                tongue.pages.page(page), status_code=status, media_type=MediaType.HTML, headers=headers
            )
        return Response(
            tongue.pages.page(page), status_code=status, media_type=MediaType.HTML, headers=dict(NO_STORE)
        )
