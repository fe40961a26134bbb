package account

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/queue"
)

// signupMails returns the task that mails a new user the link that verifies the
// address, or none on an install that does not verify addresses.
func (s *Service) signupMails(userID string) ([]queue.NewTask, error) {
	if !s.VerifyEmail {
		return nil, nil
	}
	mail, err := s.Outbox.Task(verificationMail, verificationData{UserID: userID})
	return []queue.NewTask{mail}, err
}

// changeMails returns the tasks that mail the links of a change of address.
func (s *Service) changeMails(c EmailChange, purposes []EmailPurpose) ([]queue.NewTask, error) {
	var mails []queue.NewTask
	for _, purpose := range purposes {
		mail, err := s.Outbox.Task(emailChangeMail, emailChangeData{UserID: c.UserID, Purpose: purpose})
		if err != nil {
			return nil, err
		}
		mails = append(mails, mail)
	}
	return mails, nil
}

// sendVerification creates a link that verifies the address of a user and mails
// it, unless the address was verified since.
func (s *Service) sendVerification(ctx context.Context, d verificationData) error {
	account, err := s.Store.Account(ctx, d.UserID)
	if fault.Is(err, fault.NotFound) || err == nil && s.verified(account) {
		return nil
	}
	if err != nil {
		return err
	}
	link, err := s.emailLink(ctx, account.ID, VerifyAddress, account.Email)
	if err != nil {
		return err
	}
	return s.Mailer.EmailVerification(ctx, account.recipient(), link, EmailTokenValid)
}

// sendEmailChange creates the link by which one of the addresses of a change
// confirms it, and mails it, unless the change has ended.
func (s *Service) sendEmailChange(ctx context.Context, d emailChangeData) error {
	account, err := s.Store.Account(ctx, d.UserID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	change, err := s.Store.EmailChange(ctx, d.UserID, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	to := account.recipient()
	if d.Purpose == ConfirmNewEmail {
		to.Address = change.Email
	}
	link, err := s.emailLink(ctx, account.ID, d.Purpose, to.Address)
	if err != nil {
		return err
	}
	return s.Mailer.EmailChange(ctx, to, change.Email, link, EmailTokenValid)
}

// sendEmailChanged mails the previous address of a user that it was replaced. The
// mail does not name the new address, which the holder of the previous one need
// not know.
func (s *Service) sendEmailChanged(ctx context.Context, d emailChangedData) error {
	account, err := s.Store.Account(ctx, d.UserID)
	if fault.Is(err, fault.NotFound) { // deleted since
		return nil
	}
	if err != nil {
		return err
	}
	to := account.recipient()
	to.Address = d.Previous
	return s.Mailer.EmailChanged(ctx, to, d.At)
}

// emailLink stores a token that confirms an address and returns its link.
func (s *Service) emailLink(ctx context.Context, userID string, purpose EmailPurpose, address string) (string, error) {
	secret, now := ident.NewSecret(""), s.Clock.Now()
	err := s.Store.InsertEmailToken(ctx, EmailToken{
		Secret:    secret.Hash,
		UserID:    userID,
		Purpose:   purpose,
		Email:     FoldEmail(address),
		ExpiresAt: now.Add(EmailTokenValid),
	}, now)
	if err != nil {
		return "", err
	}
	return s.PublicURL + "/verify-email/" + secret.Text, nil
}
