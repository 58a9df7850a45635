import os
from urllib.parse import urlencode

from authlib.integrations.starlette_client import OAuth
from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import RedirectResponse
from starlette.middleware.sessions import SessionMiddleware

ISSUER = os.environ["ISSUER"]
APP_URL = os.environ.get("APP_URL", "http://localhost:8000")

oauth = OAuth()
oauth.register(
    "tenant",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)

router = APIRouter()


@router.get("/sign-in")
async def sign_in(request: Request):
    return await oauth.tenant.authorize_redirect(request, f"{APP_URL}/callback")


@router.get("/callback")
async def callback(request: Request):
    token = await oauth.tenant.authorize_access_token(request)
    claims = await oauth.tenant.userinfo(token=token)
    name = claims.get("name") or claims.get("email") or claims["sub"]
    # The cookie is signed, not encrypted: it contains no access token.
    request.session["user"] = {"id": claims["sub"], "name": name, "email": claims.get("email")}
    request.session["id_token"] = token["id_token"]
    return RedirectResponse("/")


@router.post("/sign-out")
async def sign_out(request: Request):
    metadata = await oauth.tenant.load_server_metadata()
    hint = request.session.pop("id_token", "")
    request.session.clear()
    query = urlencode({"id_token_hint": hint, "post_logout_redirect_uri": f"{APP_URL}/"})
    # 303: the browser continues with GET.
    return RedirectResponse(f"{metadata['end_session_endpoint']}?{query}", 303)


def current_user(request: Request) -> dict[str, str] | None:
    """Returns the user of a request."""
    return request.session.get("user")


def require_user(request: Request) -> dict[str, str]:
    """Is a dependency that sends visitors to the sign-in page."""
    user = current_user(request)
    if not user:
        raise HTTPException(302, headers={"Location": "/sign-in"})
    return user


def add_auth(app: FastAPI) -> None:
    """Adds the session and the routes that sign users in and out."""
    is_https = APP_URL.startswith("https:")
    app.add_middleware(
        SessionMiddleware, secret_key=os.environ["SESSION_SECRET"], https_only=is_https
    )
    app.include_router(router)
