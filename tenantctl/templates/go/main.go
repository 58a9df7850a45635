package main

import (
	"cmp"
	"context"
	"html/template"
	"log"
	"net/http"
	"os"
)

var home = template.Must(template.New("home").Parse(`<!doctype html>
<html lang="en">
<title>Home</title>
<main>
{{if .}}<h1>Signed in as {{.Name}}</h1>
<form action="/sign-out" method="post"><button>Sign out</button></form>
{{else}}<h1>Signed out</h1>
<a href="/sign-in">Sign in</a>
{{end}}</main>
</html>
`))

func main() {
	auth, err := NewAuth(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	auth.Register(mux)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		if err := home.Execute(w, auth.User(r)); err != nil {
			log.Print(err)
		}
	})
	port := cmp.Or(os.Getenv("PORT"), "3000")
	log.Printf("The application listens on http://localhost:%s", port)
	log.Fatal(http.ListenAndServe(":"+port, mux))
}
