from __future__ import annotations

import re
from dataclasses import dataclass, field

import httpx


@dataclass(frozen=True)
class RateLimit:
    """What remains of the rate limit that is closest to being exhausted."""

    name: str
    remaining: int
    reset_seconds: int


@dataclass
class ResponseInfo:
    """Receives what the headers of a response say. Pass one as ``response`` of a call."""

    status: int = 0
    etag: str | None = None
    """The version of the resource, for ``if_match``. Lists have none."""
    request_id: str | None = None
    rate_limit: RateLimit | None = None
    is_replayed: bool = False
    """This is the stored response of an earlier request with the same idempotency key."""
    headers: httpx.Headers = field(default_factory=httpx.Headers)

    def fill(self, response: httpx.Response) -> None:
        headers = response.headers
        self.status = response.status_code
        self.headers = headers
        self.etag = headers.get("etag")
        self.request_id = headers.get("x-request-id")
        self.is_replayed = headers.get("idempotency-replayed") == "true"
        limit = re.match(r'"([^"]*)";r=(\d+);t=(\d+)', headers.get("ratelimit", ""))
        self.rate_limit = RateLimit(limit[1], int(limit[2]), int(limit[3])) if limit else None
