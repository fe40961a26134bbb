package singlesignon

import (
	"context"
	"errors"
	"slices"

	"linnet/internal/base/fault"
)

// admit returns the connection of a sign-in and the account that the identity leads
// to. Every sign-in passes it twice, at the call-back and when the ticket is redeemed,
// whether or not the identity is linked. It returns a Failure unless now
//
//   - the connection exists and its workspace is neither deleted nor suspended,
//   - the provider vouches for the address, which is of a domain of the connection,
//   - the workspace has that domain verified, and
//   - the account is not of an operator of the install: the owner of a workspace
//     decides who signs in with its provider.
func (s *Service) admit(ctx context.Context, connectionID string, of Identity) (Connection, Person, error) {
	c, err := s.Store.Connection(ctx, connectionID)
	if fault.Is(err, fault.NotFound) {
		return c, Person{}, refuse(Removed, "This workspace no longer has single sign-on. Log in with your password.")
	}
	if err != nil {
		return c, Person{}, err
	}
	if err := s.checkIdentity(ctx, c, of); err != nil {
		return c, Person{}, err
	}
	person, err := s.Store.PersonOf(ctx, c, of)
	if fault.Is(err, fault.NotFound) {
		return c, Person{}, nil
	}
	if err == nil && person.Operator {
		err = refuse(Operator, "Operators of this install cannot use the single sign-on of a workspace. Log in with your password or a passkey.")
	}
	return c, person, err
}

// checkIdentity returns a Failure for an identity that the connection is not for, or
// not any more.
func (s *Service) checkIdentity(ctx context.Context, c Connection, of Identity) error {
	var l fault.List
	s.CheckEmail(&l, of.Email)
	host := emailDomain(of.Email)
	switch {
	case of.Subject == "" || len(of.Subject) > maxSubject:
		return Fail(Rejected, errors.New("the subject is missing or too long"))
	case of.Issuer != c.Issuer:
		return refuse(Rejected, "The single sign-on of this workspace has changed. Sign in again.")
	case !of.EmailVerified:
		return Fail(EmailUnverified, nil)
	case l.Err() != nil:
		return Fail(EmailDomain, l.Err())
	case !slices.Contains(c.Domains, host):
		return refuse(EmailDomain, "Your email address at the provider is of a domain that this workspace does not accept.")
	}
	hosts, err := s.verifiedHosts(ctx, c.WorkspaceID)
	if err != nil {
		return err
	}
	if !covers(hosts, host) {
		return refuse(DomainLost, "The workspace has to verify the domain of your email address again before you can sign in. Ask its owner.")
	}
	return nil
}
