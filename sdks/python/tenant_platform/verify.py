from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import httpx
import jwt

from .token_sources import discover

Reason = Literal["token_invalid", "token_expired", "insufficient_scope"]

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]


class InvalidToken(Exception):
    """A token that must be rejected with ``status``: 403 for a missing scope, otherwise 401."""

    def __init__(self, reason: Reason, message: str, missing_scopes: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.missing_scopes = missing_scopes

    @property
    def status(self) -> int:
        return 403 if self.reason == "insufficient_scope" else 401


@dataclass(frozen=True)
class AccessToken:
    """A verified token. ``subject`` is the user, or the application itself."""

    subject: str
    client_id: str | None
    scopes: frozenset[str]
    claims: dict[str, Any]


class AccessTokenVerifier:
    """
    Verifies access tokens offline: signature, issuer, audience, lifetime and scopes. Keys are cached, so make one for the whole
    application; several threads can share it. A token that has been revoked passes until it expires.

    ``tolerance``: seconds that the clocks may differ.
    """

    def __init__(
        self, issuer: str, audience: str, *, tolerance: float = 5, http: httpx.Client | None = None
    ) -> None:
        self._issuer = issuer.rstrip("/")
        self._audience = audience
        self._tolerance = tolerance
        self._http = http if http is not None else httpx.Client()
        self._lock = threading.Lock()
        self._keys: jwt.PyJWKClient | None = None

    def __call__(self, token: str, scopes: Iterable[str] = ()) -> AccessToken:
        """Raises ``InvalidToken``; other errors, such as keys that cannot be read, are no reason to reject the token."""
        claims = self._claims_of(token)
        scope, client_id = claims.get("scope"), claims.get("client_id")
        granted = frozenset(scope.split(" ")) if isinstance(scope, str) else frozenset()
        missing = tuple(one for one in scopes if one not in granted)
        if missing:
            raise InvalidToken("insufficient_scope", f"the token lacks {', '.join(missing)}", missing)
        return AccessToken(claims["sub"], client_id if isinstance(client_id, str) else None, granted, claims)

    def _claims_of(self, token: str) -> dict[str, Any]:
        try:
            # RFC 9068 §4: no other token of the issuer passes for an access token.
            if str(jwt.get_unverified_header(token).get("typ", "")).lower() not in ("at+jwt", "application/at+jwt"):
                raise InvalidToken("token_invalid", "the token is no access token")
            key = self._key_client().get_signing_key_from_jwt(token)
            claims: dict[str, Any] = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                issuer=self._issuer,
                audience=self._audience,
                leeway=self._tolerance,
                options={"require": ["sub", "exp"]},
            )
            return claims
        except jwt.ExpiredSignatureError as error:
            raise InvalidToken("token_expired", str(error)) from error
        except jwt.PyJWKClientConnectionError:
            raise
        except (jwt.InvalidTokenError, jwt.PyJWKClientError) as error:
            raise InvalidToken("token_invalid", str(error)) from error

    def _key_client(self) -> jwt.PyJWKClient:
        with self._lock:
            if self._keys is None:
                self._keys = jwt.PyJWKClient(str(discover(self._http, self._issuer)["jwks_uri"]))
            return self._keys
