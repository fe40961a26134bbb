package account

import (
	"context"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
	"linnet/internal/core/workspace"
)

// SignupInput is the body of a sign-up. IPAddress is accepted for compatibility
// with the form and is not stored.
type SignupInput struct {
	FirstName            string
	LastName             string
	Email                string
	Password             string
	PasswordConfirmation string
	Country              string
	CountryCode          string
	PhoneNumber          string
	IPAddress            string
	Code                 string // of an invitation or the set-up; optional in open mode
	// Plans is whether the install has plans. Only the first account chooses it.
	Plans plan.Choice
}

// normalized returns the input as it is validated and stored. Passwords stay
// unchanged.
func (in SignupInput) normalized() SignupInput {
	in.FirstName = foldName(in.FirstName)
	in.LastName = foldName(in.LastName)
	in.Email = strings.TrimSpace(in.Email)
	in.Country = strings.ToUpper(strings.TrimSpace(in.Country))
	in.CountryCode = strings.TrimSpace(in.CountryCode)
	in.PhoneNumber = strings.TrimSpace(in.PhoneNumber)
	return in
}

// validate returns one error per field, in the order of the form.
func (in SignupInput) validate() error {
	var l fault.List
	checkName(&l, "firstName", "First name", in.FirstName)
	checkName(&l, "lastName", "Last name", in.LastName)
	CheckEmail(&l, in.Email)
	checkPassword(&l, "password", in.Password)
	checkConfirmation(&l, in.Password, in.PasswordConfirmation)
	checkCountry(&l, in.Country)
	checkPhone(&l, in.CountryCode, in.PhoneNumber)
	in.Plans.Check(&l, "plans")
	return l.Err()
}

// countSignup counts a sign-up of the client's network. Sign-ups with a taken
// address count too, because each of them reveals an account.
func (s *Service) countSignup(c Client) error {
	if s.Local && c.Addr.Unmap().IsLoopback() {
		return nil
	}
	if v := s.signups.Take(c.addrKey()); v.Wait > 0 {
		return throttle.TooMany(v.Wait)
	}
	return nil
}

// Signup creates a user, a workspace on the FREE package and a session. It
// returns Invalid with one error per field, Conflict at "email" when the address
// has an account, SignupClosed when a valid code is required and missing, and
// RateLimited after ten sign-ups from one network, then one each six minutes.
func (s *Service) Signup(ctx context.Context, in SignupInput, c Client) (Credentials, error) {
	in = in.normalized()
	if err := in.validate(); err != nil {
		return Credentials{}, err
	}
	code, err := s.admit(ctx, in.Code)
	if err != nil {
		return Credentials{}, err
	}
	if err := s.countSignup(c); err != nil {
		return Credentials{}, err
	}
	hash, err := s.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return Credentials{}, err
	}
	now := s.Clock.Now()
	user := User{
		ID:          ident.New(ident.User),
		Email:       in.Email,
		FirstName:   in.FirstName,
		LastName:    in.LastName,
		Country:     in.Country,
		CountryCode: in.CountryCode,
		PhoneNumber: normalPhone(in.CountryCode, in.PhoneNumber),
		CreatedAt:   now,
		UpdatedAt:   now,
	}
	created := workspace.Founded(user.FirstName, c.TimeZone, now)
	session, token := s.newSession(user.ID, c)
	e := s.event(event.UserSignedUp, c.By(user.ID), user.ID, event.None{})
	e.WorkspaceID = created.ID
	reg := Registration{Account: Account{User: user, PasswordHash: hash}, Workspace: created, Session: session, Code: code, Plans: in.Plans}
	if reg.Mails, err = s.signupMails(user.ID); err != nil {
		return Credentials{}, err
	}
	if err := s.Store.InsertAccount(ctx, reg, e); err != nil {
		return Credentials{}, err
	}
	s.Security.Record(ctx, securitylog.SignedUp, user.ID, "")
	return Credentials{Token: token, User: s.user(reg.Account)}, nil
}
