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
	"linnet/internal/core/throttle"
)

// EmailTokenValid is the lifetime of a link that confirms an address, and of a
// requested change of address.
const EmailTokenValid = 24 * time.Hour

// EmailPurpose is what the token of a mail confirms.
type EmailPurpose string

// The purposes.
const (
	VerifyAddress   EmailPurpose = "verify"     // the address of the account
	ConfirmOldEmail EmailPurpose = "change_old" // a change, by the current address
	ConfirmNewEmail EmailPurpose = "change_new" // a change, by the new address
)

// EmailToken is a token of a mail that confirms an address.
type EmailToken struct {
	Secret    Secret
	UserID    string
	Purpose   EmailPurpose
	Email     string // folded address that the token confirms
	ExpiresAt time.Time
}

// EmailChange is a requested change of a user's address.
type EmailChange struct {
	UserID       string
	Email        string // the new address
	SessionID    string // survives the change
	OldConfirmed time.Time
	NewConfirmed time.Time
	CreatedAt    time.Time
	ExpiresAt    time.Time
}

// EmailOutcome is the result of a redeemed token.
type EmailOutcome string

// The outcomes.
const (
	EmailVerified EmailOutcome = "verified"
	EmailPending  EmailOutcome = "pending" // the other address has to confirm the change, too
	EmailChanged  EmailOutcome = "changed"
	EmailRefused  EmailOutcome = "refused"
)

// PendingEmail returns the new address of a requested change of the actor's
// address, or "".
func (s *Service) PendingEmail(ctx context.Context, a access.Actor) (string, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return "", err
	}
	change, err := s.Store.EmailChange(ctx, a.UserID, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	return change.Email, err
}

// user returns the user of an account as clients see it.
func (s *Service) user(account Account) User {
	u := account.User
	u.EmailVerified = s.verified(account)
	return u
}

// verified reports whether the account may publish.
func (s *Service) verified(account Account) bool {
	return !s.VerifyEmail || !account.EmailVerifiedAt.IsZero()
}

// RequireVerified returns EmailUnverified while the actor's address is not
// verified on an install that verifies addresses. For an API key, it checks the
// user that the key acts for.
func (s *Service) RequireVerified(ctx context.Context, a access.Actor) error {
	if !s.VerifyEmail {
		return nil
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err == nil && !s.verified(account) {
		err = fault.New(fault.EmailUnverified, "Verify your email address first. Open the link in the email that we sent you.")
	}
	return err
}

// ResendVerification mails a new link that verifies the actor's address. It does
// nothing for a verified address. It returns RateLimited after three mails.
func (s *Service) ResendVerification(ctx context.Context, a access.Actor) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err != nil || s.verified(account) {
		return err
	}
	if v := s.addressMails.Take(a.UserID); v.Wait > 0 {
		return throttle.TooMany(v.Wait)
	}
	return s.Outbox.Add(ctx, verificationMail, verificationData{UserID: account.ID})
}

// ChangeEmail requests a change of the actor's address: both addresses get a mail
// with a link, and the change is made when both links were confirmed. An address
// that was never verified need not confirm. A request replaces an earlier one. It
// returns Invalid at "email" or "password", Conflict at "email" for a taken
// address, and RateLimited after three requests.
func (s *Service) ChangeEmail(ctx context.Context, a access.Actor, email, password string) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err != nil {
		return err
	}
	email = strings.TrimSpace(email)
	if err := checkNewEmail(account, email); err != nil {
		return err
	}
	if err := s.confirm(ctx, account, "password", password); err != nil {
		return err
	}
	if err := s.requireFreeEmail(ctx, email); err != nil {
		return err
	}
	if v := s.addressMails.Take(a.UserID); v.Wait > 0 {
		return throttle.TooMany(v.Wait)
	}
	now := s.Clock.Now()
	change := EmailChange{UserID: account.ID, Email: email, SessionID: a.SessionID, CreatedAt: now, ExpiresAt: now.Add(EmailTokenValid)}
	purposes := []EmailPurpose{ConfirmOldEmail, ConfirmNewEmail}
	if !s.verified(account) {
		change.OldConfirmed, purposes = now, purposes[1:]
	}
	mails, err := s.changeMails(change, purposes)
	if err != nil {
		return err
	}
	return s.Store.InsertEmailChange(ctx, change, s.event(event.UserEmailChangeRequested, a.By(), account.ID, event.None{}), mails...)
}

// checkNewEmail returns Invalid at "email" unless the account can change to the
// address.
func checkNewEmail(account Account, email string) error {
	var l fault.List
	CheckEmail(&l, email)
	if FoldEmail(email) == FoldEmail(account.Email) {
		l.Add("email", "This is already your email address.")
	}
	return l.Err()
}

// requireFreeEmail returns Conflict at "email" for an address that has an account.
func (s *Service) requireFreeEmail(ctx context.Context, email string) error {
	_, err := s.Store.AccountByEmail(ctx, FoldEmail(email))
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err == nil {
		err = ErrEmailTaken()
	}
	return err
}

// ErrEmailTaken is the fault of a change to an address that has an account.
func ErrEmailTaken() error {
	return fault.New(fault.Conflict, "There is already an account with this email address.").At("email")
}

// CancelEmailChange cancels the requested change of the actor's address. Its links
// stop working.
func (s *Service) CancelEmailChange(ctx context.Context, a access.Actor) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	return s.Store.DeleteEmailChange(ctx, a.UserID, s.event(event.UserEmailChangeCancelled, a.By(), a.UserID, event.None{}))
}

// RedeemEmailToken confirms the address that the token of a mail was sent to, or
// with refuse cancels what the mail was about. It returns Invalid at "token" for a
// token that is unknown, used or older than EmailTokenValid, and Conflict when the
// new address has got an account meanwhile. It requires no actor.
func (s *Service) RedeemEmailToken(ctx context.Context, token string, refuse bool, c Client) (EmailOutcome, error) {
	redemption := EmailRedemption{
		Secret: ident.HashSecret(token),
		Refuse: refuse,
		At:     s.Clock.Now(),
		Event: func(kind event.Kind, userID string) event.Event {
			return s.event(kind, c.By(userID), userID, event.None{})
		},
		Changed: func(userID, previous string) (queue.NewTask, error) {
			return s.Outbox.Task(emailChangedMail, emailChangedData{UserID: userID, Previous: previous, At: s.Clock.Now()})
		},
	}
	userID, outcome, err := s.Store.RedeemEmailToken(ctx, redemption)
	if err != nil {
		return "", staleLink(err)
	}
	if outcome == EmailChanged {
		s.logFailure(ctx, "notify email change failed", s.Notices.SecurityChange(ctx, userID, event.UserEmailChanged))
	}
	return outcome, nil
}

// VerifyEmailOf marks the address of an account as verified, for the operator. It
// returns NotFound when no account has the address.
func (s *Service) VerifyEmailOf(ctx context.Context, email string) error {
	account, err := s.Store.AccountByEmail(ctx, FoldEmail(email))
	if err != nil {
		return err
	}
	return s.Store.SetEmailVerified(ctx, account.ID, s.event(event.UserEmailVerified, event.Actor{}, account.ID, event.None{}))
}
