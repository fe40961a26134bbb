package account

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
)

// ResetValid is how long the link of a reset mail works (spec: product §1).
const ResetValid = time.Hour

// ChangePassword sets the actor's password and logs them out everywhere else.
// A wrong current password is Invalid at "currentPassword", ten of them are
// RateLimited; a new one that breaks a rule is Invalid at
// "newPassword".
func (s *Service) ChangePassword(ctx context.Context, a access.Actor, current, next string) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	var l fault.List
	checkPassword(&l, "newPassword", next)
	if err := l.Err(); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err != nil {
		return err
	}
	if err := s.confirm(ctx, account, current); err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(ctx, next)
	if err != nil {
		return err
	}
	if err := s.Store.SetPassword(ctx, account.ID, hash, a.SessionID, s.event(event.PasswordChanged, account.ID, account.ID)); err != nil {
		return err
	}
	s.Security.Record(ctx, securitylog.PasswordChanged, account.ID, "")
	s.tellOfNewPassword(ctx, account.User)
	return nil
}

// confirm checks the password of somebody who is logged in.
func (s *Service) confirm(ctx context.Context, account Account, password string) error {
	// A budget of its own: wrong logins by others do not hinder the owner.
	giveBack, err := takeAll(budget{s.perDevice, account.ID})
	if err != nil {
		return err
	}
	ok, err := s.Hasher.Matches(ctx, password, account.PasswordHash)
	if err == nil && !ok {
		s.Security.Record(ctx, securitylog.LoginFailed, account.ID, "password change")
		return fault.New(fault.Invalid, "This is not your current password.").At("currentPassword")
	}
	giveBack()
	return err
}

// tellOfNewPassword tells the user in the app and by mail, so that somebody
// who did not do it themselves learns of it. The change stands either way.
func (s *Service) tellOfNewPassword(ctx context.Context, u User) {
	s.logged(ctx, "a changed password was not notified", s.Notices.PasswordChanged(ctx, u.ID))
	at := s.Clock.Now()
	if !s.later(func(ctx context.Context) error { return s.Mailer.PasswordChanged(ctx, u.recipient(), at) }) {
		s.Log.WarnContext(ctx, "the outbox is full; a mail about a changed password was dropped")
	}
}

// ForgotPassword mails a link that sets a new password, when the address has
// an account. What it returns, and when, does not depend on that: Invalid for
// what is no address, RateLimited for a client that asks too often, else nil.
func (s *Service) ForgotPassword(ctx context.Context, email string, c Client) error {
	email = strings.TrimSpace(email)
	var l fault.List
	checkEmail(&l, email)
	if err := l.Err(); err != nil {
		return err
	}
	if v := s.mailsAsked.Take(c.addrKey()); v.Wait > 0 {
		return tooMany(v.Wait)
	}
	folded := FoldEmail(email)
	if v := s.mailsTo.Take(folded); v.Wait > 0 {
		return nil // nobody's mailbox is flooded, and nobody learns anything
	}
	if !s.later(func(ctx context.Context) error { return s.mailReset(ctx, folded) }) {
		s.Log.WarnContext(ctx, "the outbox is full; a reset mail was refused")
		return fault.New(fault.Unavailable, "Too many mails are waiting to be sent. Please try again in a few minutes.")
	}
	return nil
}

func (s *Service) mailReset(ctx context.Context, folded string) error {
	account, err := s.Store.AccountByEmail(ctx, folded)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	link, err := s.resetLink(ctx, account.ID)
	if err != nil {
		return err
	}
	return s.Mailer.PasswordReset(ctx, account.recipient(), link, ResetValid)
}

// ResetPassword sets the password of the account that the token names, ends all
// its sessions and lifts its limits of wrong logins. A link that is unknown, used
// or older than ResetValid is Invalid at "token"; a password that breaks a rule
// is Invalid at its field and leaves the link valid.
func (s *Service) ResetPassword(ctx context.Context, token, password, confirmation string, c Client) error {
	var l fault.List
	checkPassword(&l, "password", password)
	checkConfirmation(&l, password, confirmation)
	if err := l.Err(); err != nil {
		return err
	}
	secret := ident.HashSecret(token)
	userID, err := s.Store.ResetUser(ctx, secret, s.Clock.Now())
	if err != nil {
		return staleLink(err)
	}
	account, err := s.Store.Account(ctx, userID)
	if err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	if err := s.Store.RedeemReset(ctx, secret, hash, s.event(event.PasswordReset, userID, userID)); err != nil {
		return staleLink(err)
	}
	s.Security.Record(ctx, securitylog.PasswordReset, userID, "")
	folded := FoldEmail(account.Email)
	s.perAccount.Forget(folded) // the owner of the mailbox need not wait
	s.perPair.Forget(pairKey(folded, c))
	s.tellOfNewPassword(ctx, account.User)
	return nil
}

func staleLink(err error) error {
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Invalid, "This link does not work any more. Ask for a new one.").At("token")
	}
	return err
}
