package main

import (
	"cmp"
	"context"
	"errors"
	"net/url"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// redeem exchanges the code with which the browser comes back, and reads who signed in.
func (a *Auth) redeem(ctx context.Context, pending session, query url.Values) (session, error) {
	if message := query.Get("error"); message != "" {
		return session{}, errors.New(message)
	}
	if pending.State == "" || query.Get("state") != pending.State {
		return session{}, errors.New("it was not started here")
	}
	token, err := a.client.Exchange(ctx, query.Get("code"), oauth2.VerifierOption(pending.Verifier))
	if err != nil {
		return session{}, err
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := a.provider.Verifier(&oidc.Config{ClientID: a.client.ClientID}).Verify(ctx, raw)
	if err != nil {
		return session{}, err
	}
	if idToken.Nonce != pending.Nonce {
		return session{}, errors.New("the nonce is of another sign-in")
	}
	// ID tokens say who signed in. Name and address are in UserInfo.
	info, err := a.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return session{}, err
	}
	if info.Subject != idToken.Subject {
		return session{}, errors.New("the user is another one")
	}
	var claims struct {
		Name string `json:"name"`
	}
	if err := info.Claims(&claims); err != nil {
		return session{}, err
	}
	user := &User{ID: info.Subject, Name: cmp.Or(claims.Name, info.Email, info.Subject), Email: info.Email}
	return session{User: user, IDToken: raw}, nil
}
