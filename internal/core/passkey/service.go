package passkey

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// Limits of started sign-ins from one network: first at once, then one per
// interval. Each stores a challenge, and the login page starts one when it loads.
const (
	networkBurst = 300
	networkEvery = time.Second
	limiterKeys  = 100_000 // about 15 MB
)

// Notices notifies users.
type Notices interface {
	// SecurityChange notifies the user in the app.
	SecurityChange(ctx context.Context, userID string, kind event.Kind) error
	// SecurityMail returns the task that mails the notification.
	SecurityMail(userID string, kind event.Kind) (queue.NewTask, error)
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store Store
	// EmailOf returns the email address of a user, or NotFound.
	EmailOf func(ctx context.Context, userID string) (string, error)
	// RecordAuthentication records that the user of the actor's session has just
	// proved their identity.
	RecordAuthentication func(ctx context.Context, a access.Actor, method event.AuthMethod) error
	Notices              Notices
	PublicURL            string // of the web app
	Clock                clock.Clock
	Security             *securitylog.Log // may be nil
	Attempts             *throttle.Shared // counts attempts on all nodes; nil: this node counts alone
	Log                  *slog.Logger
}

// Service implements the operations on passkeys. It is safe for concurrent use.
type Service struct {
	Deps
	relyingParty *webauthn.WebAuthn // nil: the host of PublicURL cannot have passkeys
	perNetwork   *throttle.Limiter  // started sign-ins
}

// New returns a service. Passkeys are bound to the host of the public URL. When
// that is an IP address, ceremonies return Conflict.
func New(d Deps) (*Service, error) {
	limit := throttle.Limit{Burst: networkBurst, Every: networkEvery}
	s := &Service{Deps: d, perNetwork: d.Attempts.Limiter("passkey.network", d.Clock, limit, limiterKeys)}
	public, err := url.Parse(d.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("passkeys: the public URL: %w", err)
	}
	if protocol.ValidateRPID(public.Hostname()) != nil {
		return s, nil
	}
	s.relyingParty, err = webauthn.New(&webauthn.Config{
		RPID:                  public.Hostname(),
		RPDisplayName:         "Linnet",
		RPOrigins:             []string{public.Scheme + "://" + public.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey:        protocol.ResidentKeyRequirementRequired,
			RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification:   protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Timeout: ChallengeValid},
			Registration: webauthn.TimeoutConfig{Timeout: ChallengeValid},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	return s, nil
}

// available returns Conflict when the install cannot have passkeys.
func (s *Service) available() error {
	if s.relyingParty == nil {
		return fault.New(fault.Conflict,
			"Passkeys need a host name, and this install has an IP address. Ask its operator to change the public URL.")
	}
	return nil
}

// user adapts a user to the library. Devices store the id.
type user struct {
	id, email string
	passkeys  []Passkey
}

// WebAuthnID implements webauthn.User.
func (u user) WebAuthnID() []byte { return []byte(u.id) }

// WebAuthnName implements webauthn.User.
func (u user) WebAuthnName() string { return u.email }

// WebAuthnDisplayName implements webauthn.User.
func (u user) WebAuthnDisplayName() string { return u.email }

// WebAuthnCredentials implements webauthn.User.
func (u user) WebAuthnCredentials() []webauthn.Credential {
	credentials := make([]webauthn.Credential, 0, len(u.passkeys))
	for _, p := range u.passkeys {
		credentials = append(credentials, p.Credential)
	}
	return credentials
}

// actorUser returns the actor with their passkeys. It returns Conflict when the
// install cannot have passkeys.
func (s *Service) actorUser(ctx context.Context, a access.Actor) (user, error) {
	if err := access.RequireUser(a); err != nil {
		return user{}, err
	}
	return s.signedInUser(ctx, a)
}

// signedInUser is actorUser for a re-authentication, which a confined session may do.
func (s *Service) signedInUser(ctx context.Context, a access.Actor) (user, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return user{}, err
	}
	if err := s.available(); err != nil {
		return user{}, err
	}
	email, err := s.EmailOf(ctx, a.UserID)
	if err != nil {
		return user{}, err
	}
	passkeys, err := s.Store.Passkeys(ctx, a.UserID)
	return user{a.UserID, email, passkeys}, err
}

// storeChallenge stores the state of a ceremony on the server until the browser
// responds.
func (s *Service) storeChallenge(ctx context.Context, of Ceremony, userID string, session *webauthn.SessionData) error {
	now := s.Clock.Now()
	return s.Store.InsertPasskeyChallenge(ctx, Challenge{
		Hash:      ident.HashSecret(session.Challenge),
		Ceremony:  of,
		UserID:    userID,
		Session:   *session,
		ExpiresAt: now.Add(ChallengeValid),
	}, now)
}

// redeem returns the state of the ceremony of a response, once for each challenge.
// It returns Invalid at "credential" when there is none.
func (s *Service) redeem(ctx context.Context, of Ceremony, userID, challenge string) (webauthn.SessionData, error) {
	c, err := s.Store.RedeemPasskeyChallenge(ctx,
		Challenge{Hash: ident.HashSecret(challenge), Ceremony: of, UserID: userID}, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		return webauthn.SessionData{}, fault.New(fault.Invalid, "This took too long, or was submitted before. Try again.").At("credential")
	}
	return c.Session, err
}
