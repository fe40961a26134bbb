package account

import (
	"context"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// wrongLogin is returned for an unknown address and for a wrong password alike.
func wrongLogin() error {
	return fault.New(fault.Unauthenticated, "Incorrect email address or password.")
}

// Login creates a session. It returns Invalid for input that no account can
// have, Unauthenticated for an unknown address or a wrong password, Forbidden
// for a suspended account, and RateLimited after too many wrong passwords for
// the account or from the client's network.
func (s *Service) Login(ctx context.Context, email, password string, c Client) (Credentials, error) {
	email = strings.TrimSpace(email)
	var l fault.List
	checkLoginEmail(&l, email)
	checkLoginPassword(&l, password)
	if err := l.Err(); err != nil {
		return Credentials{}, err
	}
	refund, err := s.takeAttempt(ctx, FoldEmail(email), c)
	if fault.Is(err, fault.RateLimited) {
		s.Security.Record(ctx, securitylog.LoginThrottled, "", "")
	}
	if err != nil {
		return Credentials{}, err
	}
	account, err := s.verify(ctx, email, password)
	if fault.Is(err, fault.Unauthenticated) {
		return Credentials{}, err // only wrong credentials count against the limits
	}
	refund()
	if err != nil {
		return Credentials{}, err
	}
	if !account.SuspendedAt.IsZero() {
		s.Security.Record(ctx, securitylog.LoginSuspended, account.ID, "")
		return Credentials{}, s.suspended()
	}
	s.rehash(ctx, account, password)
	session, token := s.newSession(account.ID, c)
	newDevice, err := s.Store.InsertSession(ctx, session, s.event(event.UserLoggedIn, c.by(account.ID), session.ID, event.None{}))
	if err != nil {
		return Credentials{}, err
	}
	if newDevice {
		err := s.Notices.NewSignIn(ctx, account.ID, s.deviceName(session.UserAgent), session.Place)
		s.logFailure(ctx, "notify new sign-in failed", err)
	}
	return Credentials{Token: token, User: s.user(account)}, nil
}

// suspended returns the error for the right password of a suspended account.
func (s *Service) suspended() error {
	contact := "the operator of this install"
	if s.SupportEmail != "" {
		contact = s.SupportEmail
	}
	return fault.New(fault.Forbidden, "This account is suspended. Contact "+contact+".")
}

// rehash replaces a hash that was made with other parameters than the current
// ones. A failure does not fail the login.
func (s *Service) rehash(ctx context.Context, account Account, password string) {
	if !s.Hasher.Stale(account.PasswordHash) {
		return
	}
	hash, err := s.Hasher.Hash(ctx, password)
	if err == nil {
		err = s.Store.RehashPassword(ctx, account.ID, account.PasswordHash, hash)
	}
	s.logFailure(ctx, "rehash password failed", err)
}

// verify returns the account if the password is right. For an unknown address it
// computes a hash and discards it, so that the response time does not reveal
// whether the account exists.
func (s *Service) verify(ctx context.Context, email, password string) (Account, error) {
	account, err := s.Store.AccountByEmail(ctx, FoldEmail(email))
	if fault.Is(err, fault.NotFound) {
		if _, err := s.Hasher.Hash(ctx, password); err != nil {
			return Account{}, err
		}
		s.Security.Record(ctx, securitylog.LoginFailed, "", "")
		return Account{}, wrongLogin()
	}
	if err != nil {
		return Account{}, err
	}
	ok, err := s.Hasher.Matches(ctx, password, account.PasswordHash)
	if err != nil {
		return Account{}, err
	}
	if !ok {
		s.Security.Record(ctx, securitylog.LoginFailed, account.ID, "")
		return Account{}, wrongLogin()
	}
	return account, nil
}

// takeAttempt counts an attempt before its result is known, so that concurrent
// attempts are limited like sequential ones. refund undoes that.
//
// A device that has a session of the account has a limit of its own, so that
// wrong passwords from elsewhere do not lock the owner out.
func (s *Service) takeAttempt(ctx context.Context, folded string, c Client) (refund func(), err error) {
	if c = c.bounded(); c.DeviceID != "" {
		known, err := s.Store.KnownDevice(ctx, folded, c.DeviceID, s.Clock.Now())
		if err != nil {
			return nil, err
		}
		if known {
			return takeAll(budget{s.perDevice, folded + " " + c.DeviceID})
		}
	}
	return takeAll(
		budget{s.perPair, pairKey(folded, c)}, // first, so that one network cannot exhaust the account's limit
		budget{s.perAccount, folded},
		budget{s.perAddress, c.addrKey()},
	)
}

func pairKey(folded string, c Client) string { return folded + " " + c.addrKey() }

// budget is one key of a limiter.
type budget struct {
	limiter *throttle.Limiter
	key     string
}

// takeAll takes one token from each budget. When one is exhausted it takes none
// and returns RateLimited. refund returns the tokens.
func takeAll(budgets ...budget) (refund func(), err error) {
	refundFirst := func(n int) {
		for _, b := range budgets[:n] {
			b.limiter.Refund(b.key)
		}
	}
	for i, b := range budgets {
		if v := b.limiter.Take(b.key); v.Wait > 0 {
			refundFirst(i)
			return nil, tooMany(v.Wait)
		}
	}
	return func() { refundFirst(len(budgets)) }, nil
}

// Logout deletes the actor's session. A session that does not exist any more is
// not an error.
func (s *Service) Logout(ctx context.Context, a access.Actor) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	err := s.RevokeSession(ctx, a, a.SessionID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// logFailure logs err unless it is nil, where it must not fail the call.
func (s *Service) logFailure(ctx context.Context, message string, err error) {
	if err != nil {
		s.Log.WarnContext(ctx, message, "err", err)
	}
}
