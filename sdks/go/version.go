package platform

const version = "0.1.0"

const userAgent = "platform-go/" + version
