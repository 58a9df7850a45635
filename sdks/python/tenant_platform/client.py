from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Union
from urllib.parse import quote

import httpx

from .pages import Page, Pages
from .problems import PlatformProblem, problem_of
from .response import ResponseInfo
from .retries import retry_delay
from .token_sources import StaticToken, TokenSource

Octets = Union[bytes, Iterable[bytes]]


@dataclass(frozen=True)
class Operation:
    """How one method of a resource is called over HTTP."""

    name: str
    method: str
    path: str
    reads: bool = False
    """It only reads, although it is a POST."""
    text: bool = False
    """Its path parameter is free text, in which ``/`` is allowed."""
    file: bool = False
    octets: bool = False
    seconds: int | None = None
    """Seconds that the first byte can take, where that exceeds the usual 10."""

    @property
    def takes_key(self) -> bool:
        return self.method == "POST" and not self.reads

    @property
    def is_repeatable(self) -> bool:
        return self.reads or self.method in ("GET", "PUT", "DELETE")


@dataclass(frozen=True)
class Request:
    operation: Operation
    url: str
    headers: dict[str, str]
    content: Octets | None
    timeout: float | None

    @property
    def is_guarded(self) -> bool:
        return "idempotency-key" in self.headers or "if-match" in self.headers


def _path_of(operation: Operation, parameters: list[str]) -> str:
    given = iter(parameters)

    def segment(match: re.Match[str]) -> str:
        value = next(given)
        if not isinstance(value, str) or value == "":
            raise TypeError(f"{operation.name}: {match[1]} must be a non-empty string")
        # `.` and `..` would name another resource, even percent-encoded (WHATWG URL).
        if value in (".", "..") or ("/" in value and not operation.text):
            raise TypeError(f'{operation.name}: {match[1]} must not be "{value}"')
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", segment, operation.path)


def _query_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Client:
    """Sends requests. Safe for use by several threads."""

    def __init__(
        self,
        base_url: str,
        token: str | TokenSource | None,
        *,
        http: httpx.Client,
        timeout: float,
        retries: int,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not re.match(r"https?://[^/?#]+[^?#]*$", base_url):
            raise TypeError("base_url must be an http or https URL without query and fragment")
        self._base_url = base_url.rstrip("/")
        self._token: TokenSource | None = StaticToken(token) if isinstance(token, str) else token
        self._http = http
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep

    def call(
        self,
        operation: Operation,
        parameters: list[str],
        *,
        body: object = None,
        query: Mapping[str, object] | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
        response: ResponseInfo | None = None,
    ) -> Any:
        url = self._base_url + _path_of(operation, parameters)
        given = {name: _query_value(value) for name, value in (query or {}).items() if value is not None}
        if given:
            url += f"?{httpx.QueryParams(given)}"
        headers = {"accept": "*/*" if operation.file else "application/json"}
        if operation.takes_key:
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            if if_match == "":
                raise TypeError(f"{operation.name}: if_match is empty. Omit it to write unconditionally")
            headers["if-match"] = if_match
        content: Octets | None = None
        if body is not None:
            headers["content-type"] = "application/octet-stream" if operation.octets else "application/json"
            content = body if operation.octets else json.dumps(body).encode()  # type: ignore[assignment]
        sent = self._send(Request(operation, url, headers, content, self._timeout_of(operation, timeout)))
        if response is not None:
            response.fill(sent)
        if operation.file:
            return sent.content
        return sent.json() if sent.content else None

    def pages(
        self,
        operation: Operation,
        parameters: list[str],
        *,
        query: Mapping[str, object],
        timeout: float | None = None,
        response: ResponseInfo | None = None,
    ) -> Pages[Any]:
        def request(cursor: str | None) -> Page[Any]:
            found = self.call(
                operation,
                parameters,
                query={**query, "cursor": cursor},
                timeout=timeout,
                response=response,
            )
            return Page(found["data"], found["nextCursor"], found["hasMore"])

        cursor = query.get("cursor")
        return Pages(request, cursor if isinstance(cursor, str) else None)

    def _timeout_of(self, operation: Operation, timeout: float | None) -> float | None:
        """Longer for operations that wait, such as a long poll, and unlimited for uploads."""
        if timeout is not None:
            return timeout
        if operation.octets:
            return None
        return max(self._timeout, operation.seconds + 5) if operation.seconds else self._timeout

    def _send(self, request: Request) -> httpx.Response:
        operation = request.operation
        is_stream = request.content is not None and not isinstance(request.content, bytes)
        retries = 0 if is_stream else self._retries
        token = self._token_for(operation, 0, None)
        has_new_token = False
        failures = 0
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._attempt(request, token, attempt)
            except PlatformProblem as problem:
                is_stale = problem.code in ("token_expired", "token_invalid")
                if is_stale and not has_new_token and not is_stream and not isinstance(self._token, StaticToken):
                    has_new_token = True
                    token = self._token_for(operation, attempt, token)
                    continue
                failures += 1
                delay = (
                    retry_delay(operation, problem, failures, is_guarded=request.is_guarded)
                    if failures <= retries
                    else None
                )
                if delay is None:
                    raise
                self._sleep(delay)

    def _token_for(self, operation: Operation, attempts: int, rejected: str | None) -> str | None:
        if self._token is None:
            return None
        try:
            return self._token(rejected)
        except Exception as error:
            raise PlatformProblem(
                "token_unavailable", f"no access token: {error}", operation=operation.name, attempts=attempts
            ) from error

    def _attempt(self, request: Request, token: str | None, attempt: int) -> httpx.Response:
        operation = request.operation
        headers = dict(request.headers)
        if token is not None:
            headers["authorization"] = f"Bearer {token}"

        def failure(code: str, detail: str) -> PlatformProblem:
            return PlatformProblem(code, detail, operation=operation.name, attempts=attempt)

        try:
            response = self._http.request(
                operation.method, request.url, headers=headers, content=request.content, timeout=request.timeout
            )
        except httpx.TimeoutException as error:
            raise failure("timed_out", f"no response in {request.timeout} s") from error
        except httpx.TransportError as error:
            raise failure("connection_failed", "the API cannot be reached") from error
        if not response.is_success:
            raise problem_of(response, operation.name, attempt)
        if not operation.file and response.content and "json" not in response.headers.get("content-type", ""):
            raise failure("unexpected_response", "the response is not JSON")
        return response
