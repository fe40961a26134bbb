package account

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/locale"
	"linnet/internal/core/outbox"
)

// Recipient is the recipient of a mail.
type Recipient struct {
	UserID  string // for the log, which holds no addresses; empty for non-users
	Name    string
	Address string
	// Unsubscribe is the URL that ends mails of this kind; empty: they cannot be
	// turned off.
	Unsubscribe string
	Language    locale.Fixed // of people who are not users; "": unknown
}

// recipient returns the user as the recipient of a mail.
func (u User) recipient() Recipient {
	return Recipient{UserID: u.ID, Name: u.FirstName + " " + u.LastName, Address: u.Email}
}

// Mailer sends the mails that accounts need.
type Mailer interface {
	// PasswordReset sends the link that sets a new password and states how
	// long it is valid.
	PasswordReset(ctx context.Context, to Recipient, link string, valid time.Duration) error
	// Invitation sends a link that allows a sign-up and states how long it is
	// valid.
	Invitation(ctx context.Context, to Recipient, link string, valid time.Duration) error
	// PasswordChanged confirms a change of the password.
	PasswordChanged(ctx context.Context, to Recipient, at time.Time) error
	// EmailVerification sends the link that verifies the address of an account.
	EmailVerification(ctx context.Context, to Recipient, link string, valid time.Duration) error
	// EmailChange sends the link by which an address confirms or refuses the
	// change of an account's address to newAddress.
	EmailChange(ctx context.Context, to Recipient, newAddress, link string, valid time.Duration) error
	// EmailChanged notifies the previous address of an account of a change.
	EmailChanged(ctx context.Context, to Recipient, at time.Time) error
	// AccountDeleted confirms the deletion of an account.
	AccountDeleted(ctx context.Context, to Recipient, at time.Time) error
}

// Templates of mails.
const (
	resetMail      = "password_reset"
	changedMail    = "password_changed"
	invitationMail = "invitation"

	verificationMail = "email_verification"
	emailChangeMail  = "email_change"
	emailChangedMail = "email_changed"
)

// maxWaitingMails is the number of waiting mails from which reset mails are
// rejected.
const maxWaitingMails = 256

// resetData is the data of resetMail.
type resetData struct {
	UserID string `json:"userId"` // empty: the requested address has no account
}

// changedData is the data of changedMail.
type changedData struct {
	UserID string    `json:"userId"`
	At     time.Time `json:"at"`
}

// invitationData is the data of invitationMail.
type invitationData struct {
	Email string `json:"email"`
}

// verificationData is the data of verificationMail.
type verificationData struct {
	UserID string `json:"userId"`
}

// emailChangeData is the data of emailChangeMail.
type emailChangeData struct {
	UserID  string       `json:"userId"`
	Purpose EmailPurpose `json:"purpose"`
}

// emailChangedData is the data of emailChangedMail.
type emailChangedData struct {
	UserID   string    `json:"userId"`
	Previous string    `json:"previous"` // the address that receives the mail
	At       time.Time `json:"at"`
}

// Mails returns the functions that send queued mails, by template.
func (s *Service) Mails() map[string]outbox.Handler {
	return map[string]outbox.Handler{
		resetMail:      outbox.Send(s.sendReset),
		changedMail:    outbox.Send(s.sendPasswordChanged),
		invitationMail: outbox.Send(s.sendInvitation),

		verificationMail: outbox.Send(s.sendVerification),
		emailChangeMail:  outbox.Send(s.sendEmailChange),
		emailChangedMail: outbox.Send(s.sendEmailChanged),
	}
}

// queueReset queues a reset mail, also for an address without an account: both
// take the same time.
func (s *Service) queueReset(ctx context.Context, folded string) error {
	waiting, err := s.Outbox.Waiting(ctx)
	if err != nil {
		return err
	}
	if waiting >= maxWaitingMails {
		s.Log.WarnContext(ctx, "outbox full; reset mail rejected")
		return fault.New(fault.Unavailable, "Too many emails are waiting to be sent. Try again in a few minutes.")
	}
	account, err := s.Store.AccountByEmail(ctx, folded)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return s.Outbox.Add(ctx, resetMail, resetData{UserID: account.ID})
}

// sendReset creates a reset link and mails it.
func (s *Service) sendReset(ctx context.Context, d resetData) error {
	if d.UserID == "" {
		return nil
	}
	account, err := s.Store.Account(ctx, d.UserID)
	if fault.Is(err, fault.NotFound) { // deleted since
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

func (s *Service) sendPasswordChanged(ctx context.Context, d changedData) error {
	account, err := s.Store.Account(ctx, d.UserID)
	if fault.Is(err, fault.NotFound) { // deleted since
		return nil
	}
	if err != nil {
		return err
	}
	return s.Mailer.PasswordChanged(ctx, account.recipient(), d.At)
}

// sendInvitation mails a new code, after the mail of Invite failed. The code that
// Invite returned stays valid.
func (s *Service) sendInvitation(ctx context.Context, d invitationData) error {
	folded := FoldEmail(d.Email)
	_, err := s.Store.AccountByEmail(ctx, folded)
	if err == nil { // signed up with the other code
		return nil
	}
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	link, err := s.codeLink(ctx, newCode{email: folded, valid: InviteValid, additional: true})
	if err != nil {
		return err
	}
	return s.Mailer.Invitation(ctx, Recipient{Address: d.Email}, link, InviteValid)
}
