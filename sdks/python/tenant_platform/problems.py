from __future__ import annotations

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one property of the input."""

    pointer: str | None
    """JSON Pointer into the body, or ``/name`` of a parameter."""
    code: str
    detail: str


class PlatformProblem(Exception):
    """
    A failed call. ``code`` is a code of the API, or ``connection_failed``, ``timed_out``, ``token_unavailable`` or
    ``unexpected_response``. The API can add codes: handle an unknown one by its ``status``.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        operation: str,
        attempts: int,
        status: int = 0,
        headers: httpx.Headers | None = None,
        document: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{operation}: {detail} ({code})")
        self.code = code
        self.detail = detail
        self.operation = operation
        self.attempts = attempts
        """Requests that were sent. After more than one, an earlier one can have taken effect."""
        self.status = status
        """HTTP status; 0 if there is no response."""
        self.headers = headers if headers is not None else httpx.Headers()
        self.document = document or {}
        """The problem document, with members that are specific to its code."""
        self.request_id: str | None = self.document.get("requestId") or self.headers.get("x-request-id")
        self.errors = [
            FieldError(one.get("pointer"), one.get("code", ""), one.get("detail", ""))
            for one in self.document.get("errors", [])
        ]
        self.retry_after_seconds = retry_after(self.headers)

    def at(self, pointer: str) -> FieldError | None:
        """The first error of a property, by its JSON Pointer: ``problem.at("/email")``."""
        return next((error for error in self.errors if error.pointer == pointer), None)


def retry_after(headers: httpx.Headers) -> float | None:
    """``Retry-After`` in seconds: a number, or a date (RFC 9110 §10.2.3)."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def problem_of(response: httpx.Response, operation: str, attempts: int) -> PlatformProblem:
    """The problem of a response that is not a success."""
    document: object = None
    if response.headers.get("content-type", "").startswith("application/problem+json"):
        try:
            document = response.json()
        except ValueError:
            document = None
    status = response.status_code
    if not isinstance(document, dict) or not isinstance(document.get("code"), str):
        detail = f"the response has status {status} and is no problem document"
        code, document = "unexpected_response", None
    else:
        code = document["code"]
        detail = document.get("detail") or document.get("title") or code
    return PlatformProblem(
        code,
        detail,
        operation=operation,
        attempts=attempts,
        status=status,
        headers=response.headers,
        document=document,
    )
