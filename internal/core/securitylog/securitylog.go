// Package securitylog records security events, such as failed logins, as log
// lines with stable names, and counts them. Each kind is bounded, so that an
// attack cannot fill the disk.
package securitylog

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/netaddr"
	"linnet/internal/core/throttle"
)

// Kind names what happened. It is the value of the attribute "event".
type Kind string

// The kinds.
const (
	LoginFailed     Kind = "login.failed"
	LoginThrottled  Kind = "login.throttled"
	LoginSuspended  Kind = "login.suspended" // right password of a suspended account
	SignedUp        Kind = "signup.created"
	SignupRefused   Kind = "signup.refused" // closed, or a bad code
	PasswordChanged Kind = "password.changed"
	PasswordReset   Kind = "password.reset"

	SecondFactorFailed    Kind = "second_factor.failed" // a wrong code after the right password
	SecondFactorThrottled Kind = "second_factor.throttled"
	SecondFactorEnabled   Kind = "second_factor.enabled"
	SecondFactorDisabled  Kind = "second_factor.disabled" // also by the operator
	RecoveryCodesReplaced Kind = "recovery_codes.replaced"
	RecoveryCodeUsed      Kind = "recovery_code.used"
	PasskeyAdded          Kind = "passkey.added"
	PasskeyRemoved        Kind = "passkey.removed"
	PasskeyFailed         Kind = "passkey.failed" // a sign-in with a response that cannot be verified
	PasskeyCloned         Kind = "passkey.cloned" // a signature counter that went backwards

	SingleSignOnFailed Kind = "single_sign_on.failed" // with the connection and the reason
	SingleSignOnLinked Kind = "single_sign_on.linked" // an existing account, at its first sign-in

	SingleSignOnUnlinked Kind = "single_sign_on.unlinked" // by the user

	SessionRejected   Kind = "session.rejected" // a token that is unknown or has ended
	KeyRejected       Kind = "key.rejected"     // an API key that is unknown, revoked or expired, or from a network that it does not allow
	AccessDenied      Kind = "access.denied"    // 403, or 404 for an id
	RateLimited       Kind = "rate.limited"
	LinkPassword      Kind = "link_password.wrong"
	LinkPasswordLimit Kind = "link_password.throttled"
	SharePassword     Kind = "share_password.wrong"

	AbuseReported      Kind = "abuse.reported"
	AbuseReportRefused Kind = "abuse.report_refused" // over a limit, or by a program
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{
		LoginFailed, LoginThrottled, LoginSuspended, SignedUp, SignupRefused, PasswordChanged, PasswordReset,
		SecondFactorFailed, SecondFactorThrottled, SecondFactorEnabled, SecondFactorDisabled, RecoveryCodesReplaced, RecoveryCodeUsed,
		PasskeyAdded, PasskeyRemoved, PasskeyFailed, PasskeyCloned, SingleSignOnFailed, SingleSignOnLinked, SingleSignOnUnlinked,
		SessionRejected, KeyRejected, AccessDenied, RateLimited, LinkPassword, LinkPasswordLimit, SharePassword,
		AbuseReported, AbuseReportRefused,
	}
}

// The lines of one kind: burst at once, then one each linesEvery.
const (
	burst      = 100
	linesEvery = 2 * time.Second
)

// Log records security events. A nil Log records nothing. Any number of
// goroutines may use it.
type Log struct {
	log    *slog.Logger
	limits *throttle.Limiter

	mu      sync.Mutex
	counts  map[Kind]uint64
	dropped map[Kind]uint64 // lines since the last one that was written
}

// New returns a log that writes to log.
func New(log *slog.Logger, clock clock.Clock) *Log {
	return &Log{
		log:     log,
		limits:  throttle.New(clock, throttle.Limit{Burst: burst, Every: linesEvery}, 2*len(Kinds())),
		counts:  map[Kind]uint64{},
		dropped: map[Kind]uint64{},
	}
}

// Request is what is known of the request behind an event.
type Request struct {
	ID   string
	Addr netip.Addr
}

type requestKey struct{}

// WithRequest returns a context whose events name the request.
func WithRequest(ctx context.Context, r Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// Record counts an event and writes a line about it, unless the kind's lines
// are used up; the next line then says how many are missing. userID is whose
// account it is about, empty when unknown; subject is the id or the operation.
func (l *Log) Record(ctx context.Context, kind Kind, userID, subject string) {
	if l == nil {
		return
	}
	written := l.limits.Take(string(kind)).Wait == 0
	l.mu.Lock()
	l.counts[kind]++
	dropped := l.dropped[kind]
	l.dropped[kind] = dropped + 1
	if written {
		l.dropped[kind] = 0
	}
	l.mu.Unlock()
	if !written {
		return
	}
	attrs := []slog.Attr{slog.String("event", string(kind))}
	add := func(name, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(name, value))
		}
	}
	add("user", userID)
	add("subject", subject)
	if r, ok := ctx.Value(requestKey{}).(Request); ok {
		add("network", Network(r.Addr))
		add("request", r.ID)
	}
	if dropped > 0 {
		attrs = append(attrs, slog.Uint64("dropped", dropped))
	}
	l.log.LogAttrs(ctx, slog.LevelWarn, "security event", attrs...)
}

// Count returns how many events of a kind there were since the start.
func (l *Log) Count(kind Kind) uint64 {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts[kind]
}

// Network returns the network of an address as the log names it: its /24, or
// the /64 of an IPv6 address; empty for no address.
func Network(addr netip.Addr) string {
	if !addr.IsValid() {
		return ""
	}
	return netaddr.Network(addr, 24, 64).String()
}
