package openid

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"linnet/internal/core/singlesignon"
)

// claims are the claims of an ID token, or of the user information, that a sign-in
// uses.
type claims struct {
	AuthorizedParty string   `json:"azp"`
	Email           string   `json:"email"`
	EmailVerified   verified `json:"email_verified"`
	GivenName       string   `json:"given_name"`
	FamilyName      string   `json:"family_name"`
	Name            string   `json:"name"`
}

// verified is a boolean that some providers send as a string.
type verified bool

// UnmarshalJSON accepts true and "true"; everything else is false.
func (v *verified) UnmarshalJSON(raw []byte) error {
	*v = string(raw) == "true" || string(raw) == `"true"`
	return nil
}

// maxSkew is how far the clock of a provider may differ.
const maxSkew = 5 * time.Minute

// Exchange redeems an authorization code. It verifies the signature, issuer,
// audience, authorized party, times and nonce of the ID token, and reads the user
// information if the token has no email address.
func (p *Providers) Exchange(
	ctx context.Context, c singlesignon.Client, code string, with singlesignon.Challenge,
) (singlesignon.Identity, error) {
	found, err := p.provider(ctx, c.Issuer)
	if err != nil {
		return singlesignon.Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, p.http)
	tokens, err := config(found, c).Exchange(ctx, code, oauth2.VerifierOption(with.Verifier))
	if err != nil {
		return singlesignon.Identity{}, refused("redeem the code", err)
	}
	token, of, err := p.verify(ctx, found, c, tokens, with.Nonce)
	if err != nil {
		return singlesignon.Identity{}, err
	}
	if of.Email == "" && found.UserInfoEndpoint() != "" {
		if of, err = userInfo(ctx, found, tokens, token.Subject); err != nil {
			return singlesignon.Identity{}, err
		}
	}
	if of.GivenName == "" {
		of.GivenName, of.FamilyName, _ = strings.Cut(of.Name, " ")
	}
	return singlesignon.Identity{
		Issuer:        c.Issuer,
		Subject:       token.Subject,
		Email:         of.Email,
		EmailVerified: bool(of.EmailVerified),
		FirstName:     of.GivenName,
		LastName:      of.FamilyName,
	}, nil
}

// verify returns the verified ID token with its claims.
func (p *Providers) verify(
	ctx context.Context, found *provider, c singlesignon.Client, tokens *oauth2.Token, nonce string,
) (*oidc.IDToken, claims, error) {
	raw, _ := tokens.Extra("id_token").(string)
	token, err := found.Verifier(&oidc.Config{ClientID: c.ID, Now: p.clock.Now}).Verify(ctx, raw)
	if err != nil {
		return nil, claims{}, refused("verify the ID token", err)
	}
	// A token with the nonce of this sign-in cannot have been issued before it started.
	age := p.clock.Now().Sub(token.IssuedAt)
	if age < -maxSkew || age > singlesignon.LoginValid+maxSkew {
		return nil, claims{}, singlesignon.Fail(singlesignon.Rejected, errors.New("the ID token was not issued during the sign-in"))
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1 {
		return nil, claims{}, singlesignon.Fail(singlesignon.Rejected, errors.New("the ID token has another nonce"))
	}
	var of claims
	if err := token.Claims(&of); err != nil {
		return nil, claims{}, singlesignon.Fail(singlesignon.Rejected, fmt.Errorf("the claims of the ID token: %w", err))
	}
	if len(token.Audience) > 1 && of.AuthorizedParty == "" || of.AuthorizedParty != "" && of.AuthorizedParty != c.ID {
		return nil, claims{}, singlesignon.Fail(singlesignon.Rejected, errors.New("the ID token is for another party"))
	}
	return token, of, nil
}

// userInfo reads the claims of the subject.
func userInfo(ctx context.Context, found *provider, tokens *oauth2.Token, subject string) (claims, error) {
	info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
	if err != nil {
		return claims{}, refused("read the user information", err)
	}
	if info.Subject != subject {
		return claims{}, singlesignon.Fail(singlesignon.Rejected, errors.New("the user information is of another subject"))
	}
	var of claims
	if err := info.Claims(&of); err != nil {
		return claims{}, singlesignon.Fail(singlesignon.Rejected, fmt.Errorf("the user information: %w", err))
	}
	return of, nil
}

// refused returns the failure of a request: Unavailable if there was no response.
// The error of a token request contains the response of the provider, without the
// client secret or the code.
func refused(action string, err error) error {
	reason := singlesignon.Rejected
	if _, ok := errors.AsType[*url.Error](err); ok {
		reason = singlesignon.Unavailable
	}
	return singlesignon.Fail(reason, fmt.Errorf("%s: %w", action, err))
}
