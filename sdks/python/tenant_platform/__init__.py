"""Python SDK of the management API."""

from __future__ import annotations

from . import models
from .platform import Platform
from .problems import FieldError, PlatformProblem
from .response import RateLimit, ResponseInfo
from .token_sources import ClientCredentials, OAuthError, TokenSource
from .verify import AccessToken, AccessTokenVerifier, InvalidToken
from .webhooks import InvalidWebhook, verify_webhook

__all__ = [
    "AccessToken",
    "AccessTokenVerifier",
    "ClientCredentials",
    "FieldError",
    "InvalidToken",
    "InvalidWebhook",
    "OAuthError",
    "Platform",
    "PlatformProblem",
    "RateLimit",
    "ResponseInfo",
    "TokenSource",
    "models",
    "verify_webhook",
]
