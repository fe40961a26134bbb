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

// wrongLogin is the one answer to an unknown address and to a wrong password.
func wrongLogin() error {
	return fault.New(fault.Unauthenticated, "The email address or the password is not right.")
}

// Login begins a session. It is Invalid with the seed's sentences for input
// that no account can have, Unauthenticated for an unknown address and for a
// wrong password alike, Forbidden for a suspended account, and RateLimited after too many wrong tries for the
// account or from the client's address.
func (s *Service) Login(ctx context.Context, email, password string, c Client) (Credentials, error) {
	email = strings.TrimSpace(email)
	var l fault.List
	checkLoginEmail(&l, email)
	checkLoginPassword(&l, password)
	if err := l.Err(); err != nil {
		return Credentials{}, err
	}
	giveBack, err := s.takeTry(ctx, FoldEmail(email), c)
	if fault.Is(err, fault.RateLimited) {
		s.Security.Record(ctx, securitylog.LoginThrottled, "", "")
	}
	if err != nil {
		return Credentials{}, err
	}
	account, err := s.prove(ctx, email, password)
	if fault.Is(err, fault.Unauthenticated) {
		return Credentials{}, err // the only outcome that costs a try
	}
	giveBack()
	if err != nil {
		return Credentials{}, err
	}
	if !account.SuspendedAt.IsZero() {
		s.Security.Record(ctx, securitylog.LoginSuspended, account.ID, "")
		return Credentials{}, s.suspended()
	}
	s.rehash(ctx, account, password)
	session, token := s.newSession(account.ID, c)
	newDevice, err := s.Store.InsertSession(ctx, session, s.event(event.UserLoggedIn, account.ID, session.ID))
	if err != nil {
		return Credentials{}, err
	}
	if newDevice {
		err := s.Notices.NewSignIn(ctx, account.ID, s.deviceName(session.UserAgent), session.Place)
		s.logged(ctx, "a new sign-in was not notified", err)
	}
	return Credentials{Token: token, User: account.User}, nil
}

// suspended is the answer to the right password of a suspended account.
func (s *Service) suspended() error {
	contact := "the operator of this install"
	if s.SupportEmail != "" {
		contact = s.SupportEmail
	}
	return fault.New(fault.Forbidden, "This account is suspended. Contact "+contact+".")
}

// rehash stores a hash with the current parameters where the stored one has
// others. The login succeeds either way.
func (s *Service) rehash(ctx context.Context, account Account, password string) {
	if !s.Hasher.Stale(account.PasswordHash) {
		return
	}
	hash, err := s.Hasher.Hash(ctx, password)
	if err == nil {
		err = s.Store.RehashPassword(ctx, account.ID, account.PasswordHash, hash)
	}
	s.logged(ctx, "rehashing a password failed", err)
}

// prove returns the account when the password is right. An address without an
// account costs as much work as one with: the hash is made and thrown away.
func (s *Service) prove(ctx context.Context, email, password string) (Account, error) {
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

// takeTry counts a try before its outcome is known, so that a thousand at once
// are no more than one after the other. giveBack takes it back.
//
// A device that has a session of the account is limited by itself alone, so
// that wrong tries elsewhere do not keep the account's owner out.
func (s *Service) takeTry(ctx context.Context, folded string, c Client) (giveBack func(), err error) {
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
		budget{s.perPair, pairKey(folded, c)}, // first: one network cannot use up the account's tries
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

// takeAll takes one from each budget, or from none and is RateLimited when one
// of them is used up. giveBack returns what was taken.
func takeAll(budgets ...budget) (giveBack func(), err error) {
	giveBackFirst := func(n int) {
		for _, b := range budgets[:n] {
			b.limiter.GiveBack(b.key)
		}
	}
	for i, b := range budgets {
		if v := b.limiter.Take(b.key); v.Wait > 0 {
			giveBackFirst(i)
			return nil, tooMany(v.Wait)
		}
	}
	return func() { giveBackFirst(len(budgets)) }, nil
}

// Logout ends the actor's own session. A session that has ended already is no
// error.
func (s *Service) Logout(ctx context.Context, a access.Actor) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	err := s.Store.DeleteSession(ctx, a.UserID, a.SessionID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// logged writes err to the log, for what must not fail the call it is part of.
func (s *Service) logged(ctx context.Context, message string, err error) {
	if err != nil {
		s.Log.WarnContext(ctx, message, "err", err)
	}
}
