package passkey

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
)

// List returns the actor's passkeys, oldest first.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Passkey, error) {
	if err := access.RequireUser(a); err != nil {
		return nil, err
	}
	return s.Store.Passkeys(ctx, a.UserID)
}

// StartRegistration returns the options with which the browser creates a passkey
// of the actor. They exclude devices that have one.
func (s *Service) StartRegistration(ctx context.Context, a access.Actor) (*protocol.PublicKeyCredentialCreationOptions, error) {
	u, err := s.actorUser(ctx, a)
	if err != nil {
		return nil, err
	}
	creation, session, err := s.relyingParty.BeginRegistration(u,
		webauthn.WithExclusions(webauthn.Credentials(u.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return nil, fmt.Errorf("start the registration of a passkey: %w", err)
	}
	return &creation.Response, s.storeChallenge(ctx, ForRegistration, u.id, session)
}

// Register stores the passkey that the browser created with the options of
// StartRegistration. response is its PublicKeyCredential as JSON. It returns
// Invalid at "credential" for a response that is not valid, and Conflict when the
// actor has MaxPasskeys or the credential is registered.
func (s *Service) Register(ctx context.Context, a access.Actor, name string, response []byte) (Passkey, error) {
	name, err := checkName(name)
	if err != nil {
		return Passkey{}, err
	}
	u, err := s.actorUser(ctx, a)
	if err != nil {
		return Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return Passkey{}, errBadCredential(err)
	}
	session, err := s.redeem(ctx, ForRegistration, u.id, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return Passkey{}, err
	}
	credential, err := s.relyingParty.CreateCredential(u, session, parsed)
	if err != nil {
		return Passkey{}, errBadCredential(err)
	}
	p := Passkey{ID: ident.New(ident.Passkey), UserID: u.id, Name: name, Credential: *credential, CreatedAt: s.Clock.Now()}
	mail, err := s.Notices.SecurityMail(u.id, event.PasskeyAdded)
	if err != nil {
		return Passkey{}, err
	}
	if err := s.Store.InsertPasskey(ctx, p, s.event(a, event.PasskeyAdded, event.Created(state(p))), mail); err != nil {
		return Passkey{}, err
	}
	s.announce(ctx, u.id, event.PasskeyAdded, securitylog.PasskeyAdded)
	return p, nil
}

// Rename changes the name of one of the actor's passkeys. It returns NotFound for
// passkeys of other users.
func (s *Service) Rename(ctx context.Context, a access.Actor, id, name string) (Passkey, error) {
	name, err := checkName(name)
	if err != nil {
		return Passkey{}, err
	}
	if err := access.RequireUser(a); err != nil {
		return Passkey{}, err
	}
	return s.Store.ChangePasskey(ctx, a.UserID, id, func(p *Passkey) ([]event.Event, error) {
		before := state(*p)
		p.Name = name
		return []event.Event{s.event(a, event.PasskeyRenamed, event.Updated(before, state(*p)))}, nil
	})
}

// Delete removes one of the actor's passkeys. It returns NotFound for passkeys of
// other users.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	p, err := s.own(ctx, a, id)
	if err != nil {
		return err
	}
	mail, err := s.Notices.SecurityMail(a.UserID, event.PasskeyRemoved)
	if err != nil {
		return err
	}
	if err := s.Store.DeletePasskey(ctx, p, s.event(a, event.PasskeyRemoved, event.Deleted(state(p))), mail); err != nil {
		return err
	}
	s.announce(ctx, a.UserID, event.PasskeyRemoved, securitylog.PasskeyRemoved)
	return nil
}

// own returns one of the actor's passkeys, or NotFound.
func (s *Service) own(ctx context.Context, a access.Actor, id string) (Passkey, error) {
	passkeys, err := s.List(ctx, a)
	if err != nil {
		return Passkey{}, err
	}
	i := slices.IndexFunc(passkeys, func(p Passkey) bool { return p.ID == id })
	if i < 0 {
		return Passkey{}, fault.New(fault.NotFound, "There is no such passkey.")
	}
	return passkeys[i], nil
}

func state(p Passkey) event.Passkey { return event.Passkey{Name: p.Name} }

func (s *Service) event(a access.Actor, kind event.Kind, payload any) event.Event {
	return event.New(a.By(), kind, "", a.UserID, payload, s.Clock.Now())
}

// announce records a stored change in the security log and notifies the user. A
// failure is logged only.
func (s *Service) announce(ctx context.Context, userID string, kind event.Kind, logged securitylog.Kind) {
	s.Security.Record(ctx, logged, userID, "")
	if err := s.Notices.SecurityChange(ctx, userID, kind); err != nil {
		s.Log.WarnContext(ctx, "notification not stored", "kind", string(kind), "err", err)
	}
}

// checkName returns a name trimmed, or Invalid at "name".
func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n == 0 || n > MaxName {
		return "", fault.New(fault.Invalid, fmt.Sprintf("Enter a name of 1 to %d characters.", MaxName)).At("name")
	}
	return name, nil
}

// errBadCredential returns the error for a response of a browser that cannot be
// verified.
func errBadCredential(err error) error {
	return fault.Wrap(err, fault.Invalid, "The passkey could not be verified. Try again.").At("credential")
}
