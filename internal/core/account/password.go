package account

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// ResetValid is the lifetime of a password reset link.
const ResetValid = time.Hour

// PasswordChange is a change of a password by a user with the current one.
type PasswordChange struct {
	Current, Next string
	// Disconnect also disconnects the account from single sign-on.
	Disconnect bool
}

// ChangePassword sets the actor's password and deletes the user's other
// sessions. It returns Invalid at "currentPassword" for a wrong current password,
// RateLimited after ten of them, and Invalid at "newPassword" for a new one that
// breaks a rule.
func (s *Service) ChangePassword(ctx context.Context, a access.Actor, in PasswordChange) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	var l fault.List
	checkPassword(&l, "newPassword", in.Next)
	if err := l.Err(); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err != nil {
		return err
	}
	if err := s.confirm(ctx, account, "currentPassword", in.Current); err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(ctx, in.Next)
	if err != nil {
		return err
	}
	mail, err := s.passwordChangedMail(account.ID)
	if err != nil {
		return err
	}
	err = s.Store.SetPassword(ctx, account.ID, a.SessionID, NewPassword{
		Hash:       hash,
		Disconnect: s.disconnection(in.Disconnect, a.By(), account.ID),
		Mail:       mail,
		Event:      s.event(event.PasswordChanged, a.By(), account.ID, event.None{}),
	})
	if err != nil {
		return err
	}
	s.Security.Record(ctx, securitylog.PasswordChanged, account.ID, "")
	s.notifyPasswordChanged(ctx, account.ID)
	return nil
}

// ConfirmPassword verifies the actor's password before a change of credentials.
// It returns Invalid at field for a wrong password, and RateLimited after ten of
// them.
func (s *Service) ConfirmPassword(ctx context.Context, a access.Actor, password, field string) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err != nil {
		return err
	}
	return s.confirm(ctx, account, field, password)
}

// confirm checks the current password of a logged-in user, which is in a field of
// the request.
func (s *Service) confirm(ctx context.Context, account Account, field, password string) error {
	if account.PasswordHash == "" {
		return fault.New(fault.Invalid,
			"Your account has no password. Set one with “Forgot password?” on the login page, or ask the operator of this install for a link.").
			At(field)
	}
	// A separate budget: failed logins elsewhere do not lock the owner out.
	refund, err := throttle.TakeAll(throttle.Budget{Limiter: s.perDevice, Key: account.ID})
	if err != nil {
		return err
	}
	ok, err := s.Hasher.Matches(ctx, password, account.PasswordHash)
	if err == nil && !ok {
		s.Security.Record(ctx, securitylog.LoginFailed, account.ID, "password confirmation")
		return fault.New(fault.Invalid, "This is not your current password.").At(field)
	}
	refund()
	return err
}

// passwordChangedMail returns the task that mails the user that the password was
// changed, in case another person did so.
func (s *Service) passwordChangedMail(userID string) (queue.NewTask, error) {
	return s.Outbox.Task(changedMail, changedData{UserID: userID, At: s.Clock.Now()})
}

// notifyPasswordChanged notifies the user in the app. A failure is logged only.
func (s *Service) notifyPasswordChanged(ctx context.Context, userID string) {
	s.logFailure(ctx, "notify password change failed", s.Notices.PasswordChanged(ctx, userID))
}

// ForgotPassword mails a link that sets a new password if the address has an
// account. Its result and duration do not depend on that: Invalid for a malformed
// address, RateLimited for too many requests of one client, Unavailable while too
// many mails are waiting, else nil.
func (s *Service) ForgotPassword(ctx context.Context, email string, c Client) error {
	email = strings.TrimSpace(email)
	var l fault.List
	CheckEmail(&l, email)
	if err := l.Err(); err != nil {
		return err
	}
	if v := s.mailsAsked.Take(c.addrKey()); v.Wait > 0 {
		return throttle.TooMany(v.Wait)
	}
	folded := FoldEmail(email)
	if v := s.mailsTo.Take(folded); v.Wait > 0 {
		return nil // the limit of an address must not reveal that it has an account
	}
	return s.queueReset(ctx, folded)
}

// Reset is a new password for the account that the token of a mail belongs to.
type Reset struct {
	Token, Password, Confirmation string
	// Disconnect also disconnects the account from single sign-on.
	Disconnect bool
}

// ResetPassword sets the password of the account that the token belongs to,
// deletes all its sessions and clears its limits of wrong passwords. It returns
// Invalid at "token" for a link that is unknown, used or older than ResetValid,
// and Invalid at the field for a password that breaks a rule; the link then stays
// valid.
func (s *Service) ResetPassword(ctx context.Context, in Reset, c Client) error {
	var l fault.List
	checkPassword(&l, "password", in.Password)
	checkConfirmation(&l, in.Password, in.Confirmation)
	if err := l.Err(); err != nil {
		return err
	}
	secret := ident.HashSecret(in.Token)
	userID, err := s.Store.ResetUser(ctx, secret, s.Clock.Now())
	if err != nil {
		return staleLink(err)
	}
	account, err := s.Store.Account(ctx, userID)
	if err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return err
	}
	mail, err := s.passwordChangedMail(userID)
	if err != nil {
		return err
	}
	err = s.Store.RedeemReset(ctx, secret, NewPassword{
		Hash:       hash,
		Disconnect: s.disconnection(in.Disconnect, c.By(userID), userID),
		Mail:       mail,
		Event:      s.event(event.PasswordReset, c.By(userID), userID, event.None{}),
	})
	if err != nil {
		return staleLink(err)
	}
	s.Security.Record(ctx, securitylog.PasswordReset, userID, "")
	folded := FoldEmail(account.Email)
	s.perAccount.Reset(folded) // the owner of the mailbox can log in at once
	s.perPair.Reset(pairKey(folded, c))
	s.notifyPasswordChanged(ctx, account.ID)
	return nil
}

func staleLink(err error) error {
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Invalid, "This link has expired or was already used. Request a new one.").At("token")
	}
	return err
}
