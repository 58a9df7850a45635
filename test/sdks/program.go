// What every SDK can do, as one program. It prints what it has seen.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"

	platform "example.com/platform-go"
)

type object = map[string]any

type message struct {
	Headers map[string]string
	Body    string
}

var given struct {
	Gateway, Fragile, Limited, Unavailable, Issuer, ClientID, ClientSecret, Email, Slug, Secret string
	Webhook, OldWebhook                                                                         message
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func problemOf(err error) *platform.Problem {
	var problem *platform.Problem
	if !errors.As(err, &problem) {
		panic(err)
	}
	return problem
}

func described(err error) object {
	problem := problemOf(err)
	made := object{"code": problem.Code, "status": problem.Status, "requestId": problem.RequestID, "field": nil}
	if field := problem.At("/email"); field != nil {
		made["field"] = field.Code
	}
	return made
}

func main() {
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	ctx := context.Background()
	source := &platform.ClientCredentials{Issuer: given.Issuer, ClientID: given.ClientID, ClientSecret: given.ClientSecret}
	client := must(platform.New(platform.Config{BaseURL: given.Gateway, Token: source}))
	seen := object{}

	var all sync.WaitGroup
	for range 3 {
		all.Add(1)
		go func() {
			defer all.Done()
			must(client.Users.ListPage(ctx, nil))
		}()
	}
	all.Wait()

	created := must(client.Users.Create(ctx, platform.CreateUserRequest{
		Email:       platform.Value(given.Email),
		DisplayName: platform.Value("Ada"),
	}))
	var info platform.ResponseInfo
	got := must(client.Users.Get(ctx, created.ID, platform.WithResponse(&info)))
	seen["user"] = object{"email": got.Email, "displayName": got.DisplayName}
	_, err := client.Users.Create(ctx, platform.CreateUserRequest{Email: platform.Value(given.Email)})
	seen["taken"] = described(err)
	_, err = client.Users.Create(ctx, platform.CreateUserRequest{Email: platform.Value("nonsense")})
	seen["invalid"] = described(err)

	first := platform.UpdateUserRequest{DisplayName: platform.Value("first")}
	must(client.Users.Update(ctx, created.ID, first, platform.WithIfMatch(info.ETag)))
	cleared := platform.UpdateUserRequest{DisplayName: platform.Null[string]()}
	_, err = client.Users.Update(ctx, created.ID, cleared, platform.WithIfMatch(info.ETag))
	seen["conflict"] = problemOf(err).Code

	organization := must(client.Organizations.Create(ctx, platform.CreateOrganizationRequest{
		Name: "Engines",
		Slug: platform.Ptr(given.Slug),
	}))
	ids := []string{created.ID}
	for i := range 5 {
		user := must(client.Users.Create(ctx, platform.CreateUserRequest{
			Email:       platform.Value(fmt.Sprintf("%d-%s", i, given.Email)),
			Memberships: []platform.CreateUserRequestMembership{{OrganizationID: organization.ID}},
		}))
		ids = append(ids, user.ID)
	}
	must(client.Organizations.Members.Put(ctx, organization.ID, created.ID, &platform.PutMemberRequest{Roles: []string{}}))
	query := &platform.UsersListQuery{OrganizationID: organization.ID, Limit: platform.Ptr(2)}
	var listed []string
	for user, err := range client.Users.List(ctx, query) {
		if err != nil {
			panic(err)
		}
		listed = append(listed, user.ID)
	}
	slices.Sort(ids)
	slices.Sort(listed)
	seen["isComplete"] = slices.Equal(ids, listed)
	sizes := []int{}
	for cursor := platform.Ptr(""); cursor != nil; {
		query.Cursor = *cursor
		page := must(client.Users.ListPage(ctx, query))
		sizes = append(sizes, len(page.Data))
		cursor = page.NextCursor
	}
	seen["pages"] = sizes

	fragile := must(platform.New(platform.Config{BaseURL: given.Fragile, Token: source}))
	var once platform.ResponseInfo
	email := "once-" + given.Email
	must(fragile.Users.Create(ctx, platform.CreateUserRequest{Email: platform.Value(email)}, platform.WithResponse(&once)))
	found := must(client.Users.ListPage(ctx, &platform.UsersListQuery{Email: email}))
	seen["retried"] = object{"isReplayed": once.IsReplayed, "users": len(found.Data)}

	renamed := func(gateway string) any {
		client := must(platform.New(platform.Config{BaseURL: gateway, Token: source}))
		user, err := client.Users.Update(ctx, created.ID, platform.UpdateUserRequest{DisplayName: platform.Value("Lovelace")})
		if err == nil {
			return user.DisplayName
		}
		problem := problemOf(err)
		return object{"code": problem.Code, "attempts": problem.Attempts, "retryAfter": problem.RetryAfter.Seconds()}
	}
	seen["limited"] = renamed(given.Limited)
	seen["unavailable"] = renamed(given.Unavailable)

	token := must(source.Token(ctx, ""))
	seen["token"] = tokens(ctx, token)
	seen["webhook"] = object{
		"valid":    received(given.Webhook.Headers, given.Webhook.Body),
		"changed":  received(given.Webhook.Headers, given.Webhook.Body+" "),
		"old":      received(given.OldWebhook.Headers, given.Webhook.Body),
		"unsigned": received(nil, given.Webhook.Body),
	}

	wrong := &platform.ClientCredentials{Issuer: given.Issuer, ClientID: given.ClientID, ClientSecret: "wrong"}
	_, err = must(platform.New(platform.Config{BaseURL: given.Gateway, Token: wrong})).Users.ListPage(ctx, nil)
	var refused *platform.OAuthError
	errors.As(err, &refused)
	seen["refused"] = object{"code": problemOf(err).Code, "cause": refused.Code}

	_ = json.NewEncoder(os.Stdout).Encode(seen)
}

func tokens(ctx context.Context, token string) object {
	reason := func(token, audience, scope string) string {
		verifier := &platform.AccessTokenVerifier{Issuer: given.Issuer, Audience: audience}
		_, err := verifier.Verify(ctx, token, scope)
		var invalid *platform.InvalidToken
		if errors.As(err, &invalid) {
			return invalid.Reason
		}
		return "valid"
	}
	verifier := &platform.AccessTokenVerifier{Issuer: given.Issuer, Audience: "product-api"}
	read := must(verifier.Verify(ctx, token, "tenant:users.read"))
	changed := []byte(token)
	if changed[len(changed)-10]++; changed[len(changed)-10] == '{' {
		changed[len(changed)-10] = 'a'
	}
	return object{
		"clientId":      read.ClientID,
		"missing":       reason(token, "product-api", "orders.read"),
		"otherAudience": reason(token, "orders", "tenant:users.read"),
		"tampered":      reason(string(changed), "product-api", "tenant:users.read"),
		"noToken":       reason("nonsense", "product-api", "tenant:users.read"),
	}
}

func received(headers map[string]string, body string) string {
	header := http.Header{}
	for name, value := range headers {
		header.Set(name, value)
	}
	event, err := platform.VerifyWebhook(header, []byte(body), platform.WebhookOptions{Secrets: []string{given.Secret}})
	var invalid *platform.InvalidWebhook
	if errors.As(err, &invalid) {
		return invalid.Reason
	}
	return event.Type
}
