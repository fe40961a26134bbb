package account

import (
	"context"
	"log/slog"
	"net/netip"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/event"
	"linnet/internal/core/outbox"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
	"linnet/internal/core/visitor"
)

// Hasher hashes passwords.
type Hasher interface {
	Hash(ctx context.Context, plain string) (string, error)
	Matches(ctx context.Context, plain, hash string) (bool, error)
	// Stale reports whether hash was made with other parameters than Hash uses now.
	Stale(hash string) bool
}

// Notices notifies users in the app.
type Notices interface {
	NewSignIn(ctx context.Context, userID, device, place string) error
	PasswordChanged(ctx context.Context, userID string) error
	// SecurityChange notifies the user of an event that changed their credentials.
	SecurityChange(ctx context.Context, userID string, kind event.Kind) error
}

// Deps are the dependencies of a Service. All are required unless stated.
type Deps struct {
	Store Store
	// VerifySecondFactor verifies the second factor of a login whose password is right.
	// It returns true for a valid one, false for users who have none, SecondFactor
	// when it is missing or wrong, and RateLimited after too many wrong ones. device
	// is the client's device if it has a session of the user, else empty.
	VerifySecondFactor func(
		ctx context.Context, userID, code, recoveryCode string, addr netip.Addr, device string,
	) (verified bool, err error)
	Hasher    Hasher
	Clock     clock.Clock
	Mailer    Mailer
	Outbox    *outbox.Outbox
	Notices   Notices
	Agents    visitor.AgentParser
	Places    visitor.Locator
	PublicURL string // of the web app, without a trailing slash
	// Local reports that PublicURL is on this machine. Clients on it may then
	// sign up without limit: it is a trial install or a test.
	Local        bool
	SignupMode   SignupMode
	VerifyEmail  bool             // new accounts must verify their address to publish
	SupportEmail string           // shown to users whose account is suspended; may be empty
	Security     *securitylog.Log // may be nil
	Attempts     *throttle.Shared // counts attempts on all nodes; nil: this node counts alone
	// PurgeWorkspaces purges the workspaces of deleted accounts; nil: they are
	// purged later.
	PurgeWorkspaces func(ctx context.Context) error
	Log             *slog.Logger
}

// rememberedKeys bounds the memory of each limiter to about 15 MB.
const rememberedKeys = 100_000

// Service implements all operations on accounts.
type Service struct {
	Deps
	perPair    *throttle.Limiter // wrong passwords for one account from one network
	perDevice  *throttle.Limiter // wrong passwords for one account from a device with a session
	perAccount *throttle.Limiter // wrong passwords for one account
	perAddress *throttle.Limiter // wrong passwords from one network
	signups    *throttle.Limiter // sign-ups from one network
	mailsTo    *throttle.Limiter // reset mails to one address
	mailsAsked *throttle.Limiter // reset mails requested from one network

	addressMails *throttle.Limiter // mails about the address of one user
	hasAccounts  atomic.Bool       // set once the install has an account
}

// NewService returns a service.
func NewService(d Deps) *Service {
	limit := func(name string, burst int, every time.Duration) *throttle.Limiter {
		return d.Attempts.Limiter(name, d.Clock, throttle.Limit{Burst: burst, Every: every}, rememberedKeys)
	}
	return &Service{
		Deps:       d,
		perPair:    limit("login.pair", 10, time.Minute),
		perDevice:  limit("login.device", 10, time.Minute),
		perAccount: limit("login.account", 30, time.Minute),
		perAddress: limit("login.network", 20, 15*time.Second),
		signups:    limit("signup.network", 10, 6*time.Minute),
		mailsTo:    limit("reset.address", 3, 20*time.Minute),
		mailsAsked: limit("reset.network", 20, time.Minute),

		addressMails: limit("verification.user", 3, 20*time.Minute),
	}
}

// event returns an event of a user about subject; it belongs to no workspace.
func (s *Service) event(kind event.Kind, by event.Actor, subject string, payload any) event.Event {
	return event.New(by, kind, "", subject, payload, s.Clock.Now())
}
