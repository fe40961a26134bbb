package singlesignon

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
)

// Redemption is the request of the page that redeems a ticket.
type Redemption struct {
	Ticket  string // the secret
	Browser string // the secret in the cookie; empty: none
	Proof
	Addr   netip.Addr
	Device string // chosen by the client; may be empty
	By     func(userID string) event.Actor
}

// SignedOn is a completed sign-in.
type SignedOn struct {
	UserID       string
	ConnectionID string
	WorkspaceID  string
}

// Redeem completes a sign-in: it creates an account for an address that has none, or
// links the identity with the account of the address, and adds the user to the
// workspace. It returns Unauthenticated for a ticket that is unknown, used, expired or
// of another browser, and Forbidden for an identity that may not sign in, see admit.
// An account to be linked needs a Proof, see prove; the ticket then stays valid.
func (s *Service) Redeem(ctx context.Context, in Redemption) (SignedOn, error) {
	if err := s.take(in.Addr); err != nil {
		return SignedOn{}, err
	}
	now := s.Clock.Now()
	ticket, err := s.Store.Ticket(ctx, ident.HashSecret(in.Ticket), ident.HashSecret(in.Browser), now)
	if err != nil {
		return SignedOn{}, stale(err)
	}
	c, person, err := s.admit(ctx, ticket.ConnectionID, ticket.Identity)
	if err != nil {
		return SignedOn{}, s.failed(ctx, ticket.ConnectionID, err)
	}
	if person.mustProve() {
		if err := s.prove(ctx, c, person, in); err != nil {
			return SignedOn{}, err
		}
	}
	limits, err := s.Limits(ctx, c.WorkspaceID)
	if err != nil {
		return SignedOn{}, err
	}
	done := Completion{
		Ticket:      ticket,
		WorkspaceID: c.WorkspaceID,
		Person:      person,
		NewUserID:   ident.New(ident.User),
		Role:        c.DefaultRole,
		MemberLimit: limits.Members,
		At:          now,
	}
	userID, err := s.complete(ctx, done, in)
	return SignedOn{UserID: userID, ConnectionID: c.ID, WorkspaceID: c.WorkspaceID}, err
}

// stale returns the error for a ticket that cannot be redeemed.
func stale(err error) error {
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Unauthenticated, "This sign-in took too long, or was completed before. Sign in again.")
	}
	return err
}

// complete stores a completion with its events and returns the user.
func (s *Service) complete(ctx context.Context, done Completion, in Redemption) (userID string, err error) {
	userID = done.Person.UserID
	linked := done.Person.links()
	if userID == "" {
		userID = done.NewUserID
		done.Ticket.Identity = named(done.Ticket.Identity)
		done.Events = append(done.Events, event.New(in.By(userID), event.UserSignedUp, "", userID, event.None{}, done.At))
	}
	done.Events = append(done.Events, event.New(in.By(userID), event.UserSignedOn, done.WorkspaceID, userID, event.None{}, done.At))
	if linked {
		mail, err := s.Notices.SecurityMail(userID, event.UserSSOLinked)
		if err != nil {
			return "", err
		}
		done.Mails = append(done.Mails, mail)
		done.Events = append(done.Events, event.New(in.By(userID), event.UserSSOLinked, "", userID, event.None{}, done.At))
	}
	done.Joined = event.New(in.By(userID), event.MemberJoined, done.WorkspaceID, userID,
		event.Created(event.Member{Role: string(done.Role)}), done.At)
	if err := s.Store.Complete(ctx, done); err != nil {
		return "", stale(err)
	}
	if linked {
		s.announce(ctx, userID, event.UserSSOLinked, securitylog.SingleSignOnLinked, done.Ticket.ConnectionID)
	}
	return userID, nil
}

// named returns the identity with names that an account can have. A provider need
// not send any.
func named(of Identity) Identity {
	of.FirstName, of.LastName = cleanName(of.FirstName), cleanName(of.LastName)
	if of.FirstName == "" {
		local, _, _ := strings.Cut(of.Email, "@")
		parts := strings.FieldsFunc(local, func(r rune) bool { return !unicode.IsLetter(r) })
		parts = append(slices.Clone(parts[:min(len(parts), 2)]), "Member", "")
		of.FirstName = title(parts[0])
		if of.LastName == "" && len(parts) == 4 {
			of.LastName = title(parts[1])
		}
	}
	return of
}

// title returns a word with an upper-case first letter.
func title(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	if size == 0 {
		return word
	}
	return cleanName(string(unicode.ToUpper(first)) + word[size:])
}

// cleanName returns a name trimmed, without control characters and of at most
// maxName characters.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, name)
	runes := []rune(strings.TrimSpace(name))
	return strings.TrimSpace(string(runes[:min(len(runes), maxName)]))
}
