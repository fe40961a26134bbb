package passkey

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// StartSignIn returns the options with which the browser signs in. They name no
// user: the device offers the passkeys that it has. It returns RateLimited after
// too many calls from the network of addr.
func (s *Service) StartSignIn(ctx context.Context, addr netip.Addr) (*protocol.PublicKeyCredentialRequestOptions, error) {
	if err := s.available(); err != nil {
		return nil, err
	}
	if v := s.perNetwork.Take(throttle.NetworkKey(addr)); v.Wait > 0 {
		return nil, throttle.TooMany(v.Wait)
	}
	assertion, session, err := s.relyingParty.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, fmt.Errorf("start a sign-in with a passkey: %w", err)
	}
	return &assertion.Response, s.storeChallenge(ctx, ForSignIn, "", session)
}

// SignIn returns the id of the user whose passkey signed the options of
// StartSignIn. response is the browser's PublicKeyCredential as JSON. It returns
// Unauthenticated for a response that is not valid.
func (s *Service) SignIn(ctx context.Context, response []byte) (userID string, err error) {
	if err := s.available(); err != nil {
		return "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return "", s.reject(ctx, "", err)
	}
	session, err := s.redeem(ctx, ForSignIn, "", parsed.Response.CollectedClientData.Challenge)
	if fault.Is(err, fault.Invalid) {
		return "", s.reject(ctx, "", err)
	}
	if err != nil {
		return "", err
	}
	owner := user{id: string(parsed.Response.UserHandle)}
	if owner.passkeys, err = s.Store.Passkeys(ctx, owner.id); err != nil {
		return "", err
	}
	ofHandle := func(_, _ []byte) (webauthn.User, error) { return owner, nil }
	credential, err := s.relyingParty.ValidateDiscoverableLogin(ofHandle, session, parsed)
	if err != nil && len(owner.passkeys) == 0 {
		return "", s.reject(ctx, "", err) // the handle is any text of the client
	}
	if err != nil {
		return "", s.reject(ctx, owner.id, err)
	}
	return owner.id, s.recordUse(ctx, owner, credential)
}

// StartReauthentication returns the options with which the actor proves their
// identity again. It returns NotFound when the actor has no passkey.
func (s *Service) StartReauthentication(ctx context.Context, a access.Actor) (*protocol.PublicKeyCredentialRequestOptions, error) {
	u, err := s.signedInUser(ctx, a)
	if err != nil {
		return nil, err
	}
	if len(u.passkeys) == 0 {
		return nil, fault.New(fault.NotFound, "You have no passkey. Confirm your password instead.")
	}
	assertion, session, err := s.relyingParty.BeginLogin(u, webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, fmt.Errorf("start a re-authentication with a passkey: %w", err)
	}
	return &assertion.Response, s.storeChallenge(ctx, ForReauthentication, u.id, session)
}

// Reauthenticate verifies the response to StartReauthentication and records the
// authentication of the actor's session. It returns Invalid at "credential" for a
// response that is not valid.
func (s *Service) Reauthenticate(ctx context.Context, a access.Actor, response []byte) error {
	u, err := s.signedInUser(ctx, a)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return errBadCredential(err)
	}
	session, err := s.redeem(ctx, ForReauthentication, u.id, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return err
	}
	credential, err := s.relyingParty.ValidateLogin(u, session, parsed)
	if err != nil {
		s.Security.Record(ctx, securitylog.PasskeyFailed, u.id, "")
		return errBadCredential(err)
	}
	err = s.recordUse(ctx, u, credential)
	if fault.Is(err, fault.Unauthenticated) {
		return errBadCredential(err) // the session stays valid
	}
	if err != nil {
		return err
	}
	return s.RecordAuthentication(ctx, a, event.AuthPasskey)
}

// recordUse stores the state of a verified credential of u. It returns
// Unauthenticated when the credential seems to be cloned, or was deleted in the
// meantime.
func (s *Service) recordUse(ctx context.Context, u user, credential *webauthn.Credential) error {
	i := slices.IndexFunc(u.passkeys, func(p Passkey) bool { return bytes.Equal(p.Credential.ID, credential.ID) })
	if i < 0 {
		return s.reject(ctx, u.id, fmt.Errorf("the credential is not of the user %s", u.id))
	}
	used := u.passkeys[i]
	if credential.Authenticator.CloneWarning {
		s.Security.Record(ctx, securitylog.PasskeyCloned, u.id, used.ID)
		return fault.New(fault.Unauthenticated,
			"This passkey was rejected because a copy of it seems to be in use. Log in with your password, then remove the passkey.")
	}
	used.Credential, used.LastUsedAt = *credential, s.Clock.Now()
	err := s.Store.RecordPasskeyUse(ctx, used)
	if fault.Is(err, fault.NotFound) {
		return s.reject(ctx, u.id, err)
	}
	return err
}

// reject records a failed sign-in. It returns the same error for unknown passkeys
// and for all failures of the verification.
func (s *Service) reject(ctx context.Context, userID string, err error) error {
	s.Security.Record(ctx, securitylog.PasskeyFailed, userID, "")
	return fault.Wrap(err, fault.Unauthenticated, "This passkey is not valid here. Log in with your password, or try another passkey.")
}
