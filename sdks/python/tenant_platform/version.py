from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("tenant-platform")
except PackageNotFoundError:
    VERSION = "0"

USER_AGENT = f"tenant-platform-python/{VERSION}"
