from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote_plus

import httpx


class TokenSource(Protocol):
    """
    Returns an access token for each request, and another one if the API has rejected the token ``rejected``. Called by several threads.
    """

    def __call__(self, rejected: str | None = None) -> str: ...


class OAuthError(Exception):
    """An error response of a token endpoint (RFC 6749 §5.2). ``error`` is its code, such as ``invalid_client``."""

    def __init__(self, error: str, description: str | None = None) -> None:
        super().__init__(error if description is None else f"{error}: {description}")
        self.error = error


@dataclass(frozen=True)
class StaticToken:
    """A token from elsewhere."""

    token: str

    def __call__(self, rejected: str | None = None) -> str:
        return self.token


def discover(http: httpx.Client, issuer: str) -> dict[str, Any]:
    """Reads the metadata of an issuer, and verifies that they are its own (OpenID Connect Discovery §4.3)."""
    issuer = issuer.rstrip("/")
    url = f"{issuer}/.well-known/openid-configuration"
    metadata = _json_of(http.get(url, headers={"accept": "application/json"}))
    if str(metadata.get("issuer", "")).rstrip("/") != issuer:
        raise ValueError(f'{url} names the issuer "{metadata.get("issuer")}"')
    return metadata


def _json_of(response: httpx.Response) -> dict[str, Any]:
    body = response.json() if "json" in response.headers.get("content-type", "") else {}
    if response.is_success and isinstance(body, dict):
        return body
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, str):
        raise OAuthError(f"status {response.status_code}")
    raise OAuthError(error, body.get("error_description"))


@dataclass(frozen=True)
class _CachedToken:
    token: str
    lifetime: float
    expires_at: float

    @property
    def is_usable(self) -> bool:
        """Never used in its last ten seconds, or, if it is short-lived, in the last tenth of its life."""
        return self.expires_at - time.monotonic() > min(10, self.lifetime / 10)


class ClientCredentials:
    """
    Tokens of an application itself, for scripts and backends. A token is kept until shortly before it expires; threads that need a new
    one at the same time wait for a single request.

    ``scope``: scopes separated by spaces; by default all that the application is allowed to have.
    """

    def __init__(
        self,
        issuer: str,
        client_id: str,
        client_secret: str,
        *,
        scope: str | None = None,
        resource: str | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._issuer = issuer
        self._client_id = client_id
        self._client_secret = client_secret
        self._form = {"grant_type": "client_credentials"}
        if scope is not None:
            self._form["scope"] = scope
        if resource is not None:
            self._form["resource"] = resource
        self._http = http if http is not None else httpx.Client()
        self._lock = threading.Lock()
        self._endpoint: str | None = None
        self._current: _CachedToken | None = None

    def __call__(self, rejected: str | None = None) -> str:
        current = self._current
        if current is not None and current.is_usable and current.token != rejected:
            return current.token
        with self._lock:
            # Another thread may have renewed it in the meantime.
            current = self._current
            if current is None or not current.is_usable or current.token == rejected:
                current = self._current = self._request()
            return current.token

    def _request(self) -> _CachedToken:
        if self._endpoint is None:
            self._endpoint = str(discover(self._http, self._issuer)["token_endpoint"])
        # RFC 6749 §2.3.1: both parts are form-encoded before they are joined.
        auth = httpx.BasicAuth(quote_plus(self._client_id), quote_plus(self._client_secret))
        grant = _json_of(self._http.post(self._endpoint, data=self._form, auth=auth))
        lifetime = float(grant.get("expires_in", "inf"))
        return _CachedToken(grant["access_token"], lifetime, time.monotonic() + lifetime)
