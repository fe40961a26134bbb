package singlesignon

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/sealed"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// Limits of requests from one network: burst at once, then one per interval. Each
// sign-in stores a row and calls the provider.
const (
	networkBurst = 60
	networkEvery = 2 * time.Second
	limiterKeys  = 100_000 // about 15 MB
)

// Provider sends requests to OpenID Connect providers. Errors are Failures.
type Provider interface {
	// Discover returns the endpoints of an issuer.
	Discover(ctx context.Context, issuer string) (Endpoints, error)
	// AuthorizationURL returns the address of the provider's sign-in page.
	AuthorizationURL(ctx context.Context, c Client, with Challenge) (string, error)
	// Exchange redeems an authorization code and returns the verified identity of
	// its ID token.
	Exchange(ctx context.Context, c Client, code string, with Challenge) (Identity, error)
}

// Notices notifies users.
type Notices interface {
	// SecurityChange notifies the user in the app.
	SecurityChange(ctx context.Context, userID string, kind event.Kind) error
	// SecurityMail returns the task that mails the notification.
	SecurityMail(userID string, kind event.Kind) (queue.NewTask, error)
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store    Store
	Provider Provider
	// Prove returns nil for the password of a user, with a valid code or recovery code
	// if they have a second factor. It returns Invalid at "password", SecondFactor when
	// the code is missing or wrong, Forbidden for a suspended account, and RateLimited.
	Prove func(ctx context.Context, userID, password, code, recoveryCode string, addr netip.Addr, device string) error
	// UserOfPasskey returns the user of a passkey that was used, or Unauthenticated.
	UserOfPasskey func(ctx context.Context, response []byte) (userID string, err error)
	Limits        plan.LimitsOf
	Notices       Notices
	Box           *sealed.Box // for client secrets
	// CheckEmail adds an error at "email" unless an account can have the address.
	CheckEmail func(l *fault.List, email string)
	// CallbackURL is the address of the API's call-backs, with the path up to the
	// id of the connection.
	CallbackURL string
	Clock       clock.Clock
	Security    *securitylog.Log // may be nil
	Attempts    *throttle.Shared // counts attempts on all nodes; nil: this node counts alone
	Log         *slog.Logger
}

// Service implements the operations on connections and the sign-in. It is safe
// for concurrent use.
type Service struct {
	Deps
	perNetwork *throttle.Limiter // look-ups, started sign-ins and call-backs
}

// New returns a service.
func New(d Deps) *Service {
	limit := throttle.Limit{Burst: networkBurst, Every: networkEvery}
	return &Service{Deps: d, perNetwork: d.Attempts.Limiter("sso.network", d.Clock, limit, limiterKeys)}
}

// take counts a request of a network. It returns RateLimited after too many.
func (s *Service) take(addr netip.Addr) error {
	if v := s.perNetwork.Take(throttle.NetworkKey(addr)); v.Wait > 0 {
		return throttle.TooMany(v.Wait)
	}
	return nil
}

// connectionID returns the id of the connection of a workspace. It is known before
// the connection exists, because providers require the redirect URI first.
func connectionID(workspaceID string) string {
	number, _ := ident.Number(workspaceID)
	return ident.Text(ident.SingleSignOn, number)
}

// redirectURI returns the address to which the provider sends the browser back.
func (s *Service) redirectURI(connectionID string) string {
	return s.CallbackURL + "/" + connectionID + "/callback"
}

// client returns the connection with its secret. It returns a Failure when the
// secret was sealed with a lost key.
func (s *Service) client(c Connection) (Client, error) {
	secret, err := s.Box.Open(c.SealedSecret, c.ID)
	if err != nil {
		return Client{}, Fail(Unavailable, err)
	}
	return Client{Issuer: c.Issuer, ID: c.ClientID, Secret: string(secret), RedirectURI: s.redirectURI(c.ID)}, nil
}
