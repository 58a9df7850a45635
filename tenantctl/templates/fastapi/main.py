from html import escape
from typing import Annotated

from auth import add_auth, current_user, require_user
from fastapi import Depends, FastAPI, Request
from fastapi.responses import HTMLResponse

app = FastAPI()
add_auth(app)


@app.get("/", response_class=HTMLResponse)
def home(request: Request) -> str:
    user = current_user(request)
    content = (
        f"<h1>Signed in as {escape(user['name'])}</h1>"
        '<form action="/sign-out" method="post"><button>Sign out</button></form>'
        if user
        else '<h1>Signed out</h1><a href="/sign-in">Sign in</a>'
    )
    return f'<!doctype html><html lang="en"><title>Home</title><main>{content}</main></html>'


@app.get("/profile")
def profile(user: Annotated[dict, Depends(require_user)]) -> dict:
    return user
