package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/event"
)

// SignupMode decides which clients may sign up.
type SignupMode string

// The modes. Default is open on a local install and invite elsewhere.
const (
	SignupDefault SignupMode = ""
	SignupOpen    SignupMode = "open"
	SignupInvite  SignupMode = "invite"
	SignupClosed  SignupMode = "closed"
)

// How long codes for a sign-up are valid.
const (
	InviteValid = 7 * 24 * time.Hour
	SetupValid  = 30 * 24 * time.Hour
)

// SignupStatus describes what a sign-up currently needs.
type SignupStatus struct {
	Mode SignupMode // never SignupDefault
	// Setup reports that the install has no account yet and that the first
	// sign-up needs the set-up code, whatever the mode.
	Setup bool
}

// NeedsCode reports whether a sign-up needs an invitation or set-up code.
func (s SignupStatus) NeedsCode() bool { return s.Setup || s.Mode == SignupInvite }

// SignupStatus returns what a sign-up currently needs.
func (s *Service) SignupStatus(ctx context.Context) (SignupStatus, error) {
	status := SignupStatus{Mode: s.SignupMode}
	if status.Mode == SignupDefault {
		status.Mode = SignupInvite
		if s.Local {
			status.Mode = SignupOpen
		}
	}
	if s.Local || s.hasAccounts.Load() {
		return status, nil
	}
	hasUsers, err := s.Store.HasUsers(ctx)
	if err != nil {
		return SignupStatus{}, err
	}
	s.hasAccounts.Store(hasUsers)
	status.Setup = !hasUsers
	return status, nil
}

// admit returns the hash of the code that a sign-up must redeem, or nil when it
// needs none. It is SignupClosed when the code is missing or sign-up is closed.
func (s *Service) admit(ctx context.Context, code string) (*Secret, error) {
	status, err := s.SignupStatus(ctx)
	if err != nil {
		return nil, err
	}
	code = strings.TrimSpace(code)
	switch {
	case status.Mode == SignupClosed && !status.Setup:
		return nil, fault.New(fault.SignupClosed, "Sign-up is closed on this install. Ask its operator for an account.")
	case !status.NeedsCode():
		return nil, nil //nolint:nilnil // no code to redeem
	case code == "" && status.Setup:
		return nil, fault.New(fault.SignupClosed, "The first account of this install requires a set-up code. Run linnet setup-code on the server.").
			At("code")
	case code == "":
		return nil, fault.New(fault.SignupClosed, "Sign-up is by invitation. Open the link of your invitation, or ask for one.").At("code")
	}
	return new(ident.HashSecret(code)), nil
}

// ErrBadCode is the fault of a sign-up with a code that is unknown, used,
// expired or for another email address.
func ErrBadCode() error {
	return fault.New(fault.SignupClosed,
		"This code is not valid. Codes work once and for a limited time, and an invitation only for the address it was sent to.").At("code")
}

// SetupLink returns the sign-up link for the first account, or "" when there is
// an account. Each call creates a new code; earlier codes stay valid until the
// first account exists.
func (s *Service) SetupLink(ctx context.Context) (string, error) {
	status, err := s.SignupStatus(ctx)
	if err != nil || !status.Setup {
		return "", err
	}
	return s.codeLink(ctx, newCode{valid: SetupValid})
}

// Invite creates a link that allows one sign-up with the address, and mails it.
// sent is false when the mail could not be sent now; it is queued then, and the
// link is valid anyway. It returns Invalid for a malformed address or when sign-up is closed, and
// Conflict for an address that has an account. Only commands call it.
func (s *Service) Invite(ctx context.Context, email string) (link string, sent bool, err error) {
	return s.InviteBy(ctx, event.Actor{}, email)
}

// InviteBy is Invite for an operator of the install.
func (s *Service) InviteBy(ctx context.Context, by event.Actor, email string) (link string, sent bool, err error) {
	email = strings.TrimSpace(email)
	var l fault.List
	CheckEmail(&l, email)
	if err := l.Err(); err != nil {
		return "", false, err
	}
	if s.SignupMode == SignupClosed {
		return "", false, fault.New(fault.Invalid, "Sign-up is closed. Set LINNET_SIGNUP=invite on the server first.")
	}
	folded := FoldEmail(email)
	if _, err := s.Store.AccountByEmail(ctx, folded); !fault.Is(err, fault.NotFound) {
		if err == nil {
			err = fault.New(fault.Conflict, "There is already an account with this email address.").At("email")
		}
		return "", false, err
	}
	e := s.event(event.UserInvited, by, "", event.None{})
	if link, err = s.codeLink(ctx, newCode{email: folded, valid: InviteValid, event: &e}); err != nil {
		return "", false, err
	}
	if err := s.Mailer.Invitation(ctx, Recipient{Address: email}, link, InviteValid); err != nil {
		s.logFailure(ctx, "send invitation failed", err)
		return link, false, s.Outbox.Add(ctx, invitationMail, invitationData{Email: email})
	}
	return link, true, nil
}

// newCode describes a sign-up code.
type newCode struct {
	email      string // folded; empty: a set-up code
	valid      time.Duration
	event      *event.Event // nil: none
	additional bool         // earlier codes for the address stay valid
}

// codeLink stores a new code and returns its link. The code is in the fragment,
// which browsers do not send.
func (s *Service) codeLink(ctx context.Context, n newCode) (string, error) {
	secret, now := ident.NewSecret(""), s.Clock.Now()
	code := SignupCode{Secret: secret.Hash, Email: n.email, CreatedAt: now, ExpiresAt: now.Add(n.valid), Additional: n.additional}
	if err := s.Store.InsertSignupCode(ctx, code, n.event); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s/signup#code=%s", s.PublicURL, secret.Text), nil
}

// ResetLink returns a one-time link that sets a new password, for the operator.
// It returns NotFound when no account has the address.
func (s *Service) ResetLink(ctx context.Context, email string) (string, error) {
	account, err := s.Store.AccountByEmail(ctx, FoldEmail(email))
	if err != nil {
		return "", err
	}
	return s.resetLink(ctx, account.ID)
}

// resetLink stores a reset and returns its link. The token is in the fragment,
// which browsers do not send.
func (s *Service) resetLink(ctx context.Context, userID string) (string, error) {
	secret, now := ident.NewSecret(""), s.Clock.Now()
	if err := s.Store.InsertReset(ctx, secret.Hash, userID, now, now.Add(ResetValid)); err != nil {
		return "", err
	}
	return s.PublicURL + "/reset-password#token=" + secret.Text, nil
}
