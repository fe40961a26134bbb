package account

import (
	"context"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Me returns the actor's own profile.
func (s *Service) Me(ctx context.Context, a access.Actor) (User, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return User{}, err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	return s.user(account), err
}

// EmailOf returns the email address of a user, or NotFound. It checks no
// permissions.
func (s *Service) EmailOf(ctx context.Context, userID string) (string, error) {
	account, err := s.Store.Account(ctx, userID)
	return account.Email, err
}

// ProfilePatch is a partial update; nil leaves a field unchanged.
type ProfilePatch struct {
	FirstName   *string
	LastName    *string
	Country     *string
	CountryCode *string
	PhoneNumber *string
}

// applied returns u with the patch applied and normalized.
func (p ProfilePatch) applied(u User) User {
	set := func(field *string, to *string, fold func(string) string) {
		if to != nil {
			*field = fold(*to)
		}
	}
	set(&u.FirstName, p.FirstName, foldName)
	set(&u.LastName, p.LastName, foldName)
	set(&u.Country, p.Country, func(c string) string { return strings.ToUpper(strings.TrimSpace(c)) })
	set(&u.CountryCode, p.CountryCode, strings.TrimSpace)
	set(&u.PhoneNumber, p.PhoneNumber, strings.TrimSpace)
	return u
}

// changedFields names the fields in which a profile changed.
func changedFields(before, after User) []string {
	changed := []string{}
	for _, f := range []struct{ name, before, after string }{
		{"firstName", before.FirstName, after.FirstName}, {"lastName", before.LastName, after.LastName},
		{"country", before.Country, after.Country}, {"countryCode", before.CountryCode, after.CountryCode},
		{"phoneNumber", before.PhoneNumber, after.PhoneNumber},
	} {
		if f.before != f.after {
			changed = append(changed, f.name)
		}
	}
	return changed
}

// UpdateMe changes the actor's own profile under the rules of the sign-up. It
// returns Invalid with one error per field.
func (s *Service) UpdateMe(ctx context.Context, a access.Actor, p ProfilePatch) (User, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return User{}, err
	}
	now := s.Clock.Now()
	changed, err := s.Store.ChangeProfile(ctx, a.UserID, func(account *Account) ([]event.Event, error) {
		u := p.applied(account.User)
		var l fault.List
		checkName(&l, "firstName", "First name", u.FirstName)
		checkName(&l, "lastName", "Last name", u.LastName)
		checkCountry(&l, u.Country)
		checkPhone(&l, u.CountryCode, u.PhoneNumber)
		if err := l.Err(); err != nil {
			return nil, err
		}
		u.PhoneNumber, u.UpdatedAt = normalPhone(u.CountryCode, u.PhoneNumber), now
		e := s.event(event.UserUpdated, a.By(), u.ID, event.Profile{Changed: changedFields(account.User, u)})
		account.User = u
		return []event.Event{e}, nil
	})
	if err != nil {
		return User{}, err
	}
	return s.user(changed), nil
}
