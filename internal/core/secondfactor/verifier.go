package secondfactor

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// Limits of wrong codes, which include recovery codes: first at once, then one
// per interval. In 30 minutes that is 16 wrong codes for one account.
const (
	accountBurst = 10
	accountEvery = 5 * time.Minute
	networkBurst = 20
	networkEvery = time.Minute
	limiterKeys  = 100_000 // about 15 MB per limiter
)

// Notices notifies users.
type Notices interface {
	// SecurityChange notifies the user in the app.
	SecurityChange(ctx context.Context, userID string, kind event.Kind) error
	// SecurityMail returns the task that mails the notification.
	SecurityMail(userID string, kind event.Kind) (queue.NewTask, error)
}

// VerifierDeps are the dependencies of a Verifier.
type VerifierDeps struct {
	Store    Store
	Box      *sealed.Box // of TOTP secrets
	Notices  Notices
	Clock    clock.Clock
	Security *securitylog.Log // may be nil
	Attempts *throttle.Shared // counts attempts on all nodes; nil: this node counts alone
	Log      *slog.Logger
}

// Verifier verifies the second factor of logins. It is safe for concurrent use.
type Verifier struct {
	VerifierDeps
	perAccount *throttle.Limiter // wrong codes for one account
	perDevice  *throttle.Limiter // wrong codes for one account from a device with a session
	perNetwork *throttle.Limiter // wrong codes from one network
}

// NewVerifier returns a verifier.
func NewVerifier(d VerifierDeps) *Verifier {
	limit := func(name string, burst int, every time.Duration) *throttle.Limiter {
		return d.Attempts.Limiter(name, d.Clock, throttle.Limit{Burst: burst, Every: every}, limiterKeys)
	}
	return &Verifier{
		VerifierDeps: d,
		perAccount:   limit("code.account", accountBurst, accountEvery),
		perDevice:    limit("code.device", accountBurst, accountEvery),
		perNetwork:   limit("code.network", networkBurst, networkEvery),
	}
}

// VerifyLogin verifies the second factor of a login whose password is right. It
// returns true for a valid code, false for users without a second factor,
// SecondFactor when a code is missing or wrong, and RateLimited after too many
// wrong ones. device is the client's device if it has a session of the user: wrong
// codes from elsewhere do not lock it out.
func (v *Verifier) VerifyLogin(
	ctx context.Context, userID, code, recoveryCode string, addr netip.Addr, device string,
) (verified bool, err error) {
	factor, err := v.Store.TOTP(ctx, userID)
	if fault.Is(err, fault.NotFound) || err == nil && !factor.confirmed() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if code == "" && recoveryCode == "" {
		return false, fault.New(fault.SecondFactor, "Enter the 6-digit code of your authenticator app, or a recovery code.")
	}
	refund, err := v.take(userID, addr, device)
	if err != nil {
		v.Security.Record(ctx, securitylog.SecondFactorThrottled, userID, "")
		return false, err
	}
	if code != "" {
		err = v.verifyCode(ctx, factor, code)
	} else {
		err = v.redeem(ctx, userID, recoveryCode, addr)
	}
	if fault.Is(err, fault.SecondFactor) {
		v.Security.Record(ctx, securitylog.SecondFactorFailed, userID, "")
		return false, err // only wrong codes count against the limits
	}
	refund()
	return err == nil, err
}

// take counts an attempt before its result is known, so that concurrent attempts
// are limited like sequential ones. refund undoes that.
func (v *Verifier) take(userID string, addr netip.Addr, device string) (refund func(), err error) {
	if device != "" {
		return throttle.TakeAll(throttle.Budget{Limiter: v.perDevice, Key: userID + " " + device})
	}
	return throttle.TakeAll(
		throttle.Budget{Limiter: v.perNetwork, Key: throttle.NetworkKey(addr)}, // first, so that one network cannot exhaust the account's limit
		throttle.Budget{Limiter: v.perAccount, Key: userID},
	)
}

// verifyCode verifies a code of the authenticator app and records its step, so
// that no code is accepted twice.
func (v *Verifier) verifyCode(ctx context.Context, t TOTP, code string) error {
	secret, err := v.open(t)
	if err != nil {
		return err
	}
	step, ok := matchingStep(secret, code, v.Clock.Now())
	if ok {
		if ok, err = v.Store.AcceptTOTPStep(ctx, t.UserID, step); err != nil {
			return err
		}
	}
	if !ok {
		return fault.New(fault.SecondFactor, "This code is not valid. Enter the current code of your authenticator app.").At("code")
	}
	return nil
}

// open returns the secret of a factor.
func (v *Verifier) open(t TOTP) ([]byte, error) {
	if len(t.Secret) == 0 {
		return nil, fault.New(fault.SecondFactor, "Authenticator codes are not available for this account any more. Use a recovery code.").At("code")
	}
	return v.Box.Open(t.Secret, t.UserID)
}

// redeem uses up a recovery code.
func (v *Verifier) redeem(ctx context.Context, userID, code string, addr netip.Addr) error {
	by := event.Actor{Kind: event.User, ID: userID, AddressPrefix: securitylog.Network(addr)}
	change, err := v.change(userID, by, event.RecoveryCodeUsed)
	if err != nil {
		return err
	}
	err = v.Store.RedeemRecoveryCode(ctx, hashRecoveryCode(code), change)
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.SecondFactor, "This recovery code is not valid. Each code works once.").At("recoveryCode")
	}
	if err != nil {
		return err
	}
	v.announce(ctx, userID, event.RecoveryCodeUsed, securitylog.RecoveryCodeUsed)
	return nil
}

// change returns a change with its event and its mail.
func (v *Verifier) change(userID string, by event.Actor, kind event.Kind) (Change, error) {
	mail, err := v.Notices.SecurityMail(userID, kind)
	return Change{UserID: userID, Event: event.New(by, kind, "", userID, event.None{}, v.Clock.Now()), Mail: mail}, err
}

// announce records a stored change in the security log and notifies the user. A
// failure is logged only.
func (v *Verifier) announce(ctx context.Context, userID string, kind event.Kind, logged securitylog.Kind) {
	v.Security.Record(ctx, logged, userID, "")
	if err := v.Notices.SecurityChange(ctx, userID, kind); err != nil {
		v.Log.WarnContext(ctx, "notification not stored", "kind", string(kind), "err", err)
	}
}
