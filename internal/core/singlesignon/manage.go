package singlesignon

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/webhost"
)

// Settings returns the connection of the actor's workspace, without its secret.
func (s *Service) Settings(ctx context.Context, a access.Actor) (Settings, error) {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return Settings{}, err
	}
	hosts, err := s.verifiedHosts(ctx, a.WorkspaceID)
	if err != nil {
		return Settings{}, err
	}
	id := connectionID(a.WorkspaceID)
	out := Settings{RedirectURI: s.redirectURI(id), VerifiedHosts: hosts}
	c, err := s.Store.Connection(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return out, nil
	}
	out.Connection = &c
	return out, err
}

// Save creates or changes the connection of the actor's workspace. It reads the
// provider's discovery document. It returns Invalid with one error per field, and
// Conflict at "domains" for a domain of another workspace's connection.
func (s *Service) Save(ctx context.Context, a access.Actor, in Input) (Settings, error) {
	if err := access.Require(a, access.ManageSingleSignOn); err != nil {
		return Settings{}, err
	}
	before, err := s.Settings(ctx, a)
	if err != nil {
		return Settings{}, err
	}
	in = in.normalized()
	if err := in.validate(before); err != nil {
		return Settings{}, err
	}
	released, err := s.claim(ctx, a.WorkspaceID, in.Domains)
	if err != nil {
		return Settings{}, err
	}
	if _, err := s.Test(ctx, a, in.Issuer); err != nil {
		return Settings{}, err
	}
	next := s.apply(a.WorkspaceID, before.Connection, in)
	kind, change := event.SingleSignOnCreated, event.Created(next.state())
	if before.Connection != nil {
		kind, change = event.SingleSignOnUpdated, event.Updated(before.Connection.state(), next.state())
	}
	e := event.New(a.By(), kind, a.WorkspaceID, next.ID, change, next.UpdatedAt)
	if err := s.Store.PutConnection(ctx, next, released, e); err != nil {
		return Settings{}, err
	}
	return s.Settings(ctx, a)
}

// apply returns the connection after a change; before is nil for a new one.
func (s *Service) apply(workspaceID string, before *Connection, in Input) Connection {
	now := s.Clock.Now()
	next := Connection{
		ID:          connectionID(workspaceID),
		WorkspaceID: workspaceID,
		Issuer:      in.Issuer,
		ClientID:    in.ClientID,
		Enforced:    in.Enforced,
		DefaultRole: in.DefaultRole,
		Domains:     in.Domains,
		CreatedAt:   now,
		UpdatedAt:   now,
	}
	if before != nil {
		next.CreatedAt, next.SealedSecret = before.CreatedAt, before.SealedSecret
	}
	if in.Secret != nil {
		next.SealedSecret = s.Box.Seal([]byte(*in.Secret), next.ID)
	}
	return next
}

// Delete deletes the connection of the actor's workspace, or returns NotFound. The
// members keep their accounts; their sessions that began with it end, unless they
// confirmed them with a factor of the account.
func (s *Service) Delete(ctx context.Context, a access.Actor) error {
	if err := access.Require(a, access.ManageSingleSignOn); err != nil {
		return err
	}
	id := connectionID(a.WorkspaceID)
	c, err := s.Store.Connection(ctx, id)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.SingleSignOnDeleted, a.WorkspaceID, id, event.Deleted(c.state()), s.Clock.Now())
	return s.Store.DeleteConnection(ctx, id, e)
}

// Test reads the discovery document of an issuer and returns its endpoints. It
// returns Invalid at "issuer" when that fails.
func (s *Service) Test(ctx context.Context, a access.Actor, issuer string) (Endpoints, error) {
	if err := access.Require(a, access.ManageSingleSignOn); err != nil {
		return Endpoints{}, err
	}
	var l fault.List
	checkIssuer(&l, strings.TrimSpace(issuer))
	if err := l.Err(); err != nil {
		return Endpoints{}, err
	}
	endpoints, err := s.Provider.Discover(ctx, strings.TrimSpace(issuer))
	if err != nil {
		s.Log.InfoContext(ctx, "discovery of an issuer failed", "workspace", a.WorkspaceID, "err", err)
		return Endpoints{}, fault.Wrap(err, fault.Invalid,
			"The provider's configuration could not be read. Its issuer must serve /.well-known/openid-configuration "+
				"over HTTPS on the public internet, and name itself exactly like this.").At("issuer")
	}
	return endpoints, nil
}

// normalized returns the input as it is validated and stored.
func (in Input) normalized() Input {
	in.Issuer, in.ClientID = strings.TrimSpace(in.Issuer), strings.TrimSpace(in.ClientID)
	if in.Secret != nil && *in.Secret == "" {
		in.Secret = nil
	}
	domains := make([]string, 0, len(in.Domains))
	for _, d := range in.Domains {
		domains = append(domains, webhost.Name(strings.TrimPrefix(strings.TrimSpace(d), "@")))
	}
	slices.Sort(domains)
	in.Domains = slices.Compact(domains)
	return in
}

// validate returns one error per field. before are the current settings.
func (in Input) validate(before Settings) error {
	var l fault.List
	checkIssuer(&l, in.Issuer)
	if in.ClientID == "" || len(in.ClientID) > MaxClientID {
		l.Add("clientId", "Enter the client ID that the provider has given this app.")
	}
	current := before.Connection
	switch {
	case in.Secret != nil && len(*in.Secret) > MaxSecret:
		l.Add("clientSecret", fmt.Sprintf("A client secret has at most %d characters.", MaxSecret))
	case in.Secret == nil && current == nil:
		l.Add("clientSecret", "Enter the client secret that the provider has given this app.")
	case in.Secret == nil && current.Issuer != in.Issuer:
		// The stored secret must not be sent to another provider.
		l.Add("clientSecret", "Enter the client secret again: the issuer has changed.")
	}
	if !slices.Contains([]access.Role{access.Viewer, access.Editor, access.Admin}, in.DefaultRole) {
		l.Add("defaultRole", "Choose one of the roles viewer, editor and admin.")
	}
	checkDomains(&l, in.Domains, before.VerifiedHosts)
	return l.Err()
}

func checkIssuer(l *fault.List, issuer string) {
	u, err := url.Parse(issuer)
	local := err == nil && u.Scheme == "http" && u.Hostname() == "127.0.0.1" // the guard of outgoing calls decides
	if err != nil || u.Scheme != "https" && !local || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		len(issuer) > MaxIssuer {
		l.Add("issuer", "Enter the issuer of your provider: an address such as https://login.example.com, without a query.")
	}
}

func checkDomains(l *fault.List, domains, hosts []string) {
	switch {
	case len(domains) == 0:
		l.Add("domains", "Enter at least one email domain, such as example.com.")
	case len(domains) > MaxDomains:
		l.Add("domains", fmt.Sprintf("A connection has at most %d email domains.", MaxDomains))
	}
	for i, d := range domains {
		if !covers(hosts, d) {
			l.Add(fmt.Sprintf("domains[%d]", i),
				fmt.Sprintf("Verify the domain %s under Domains first: sign-on is possible for verified domains and the names below them.", webhost.Unicode(d)))
		}
	}
}

// covers reports whether a domain is one of the hosts or below one.
func covers(hosts []string, emailDomain string) bool {
	return emailDomain != "" && slices.ContainsFunc(hosts, func(host string) bool {
		return emailDomain == host || strings.HasSuffix(emailDomain, "."+host)
	})
}

// verifiedHosts returns the hosts of the workspace's verified domains.
func (s *Service) verifiedHosts(ctx context.Context, workspaceID string) ([]string, error) {
	domains, err := s.Store.Domains(ctx, workspaceID)
	if err != nil {
		return nil, err
	}
	hosts := []string{}
	for _, d := range domains {
		if !d.IsDefault() && d.Status == domain.Verified && d.DeletedAt.IsZero() {
			hosts = append(hosts, d.Host)
		}
	}
	return hosts, nil
}

// claim returns the domains to release: those of connections whose workspace no
// longer has them verified. It returns Conflict at "domains" for a domain of
// another connection.
func (s *Service) claim(ctx context.Context, workspaceID string, domains []string) (released []string, err error) {
	for i, d := range domains {
		_, holder, err := s.Store.ConnectionOfDomain(ctx, d)
		if fault.Is(err, fault.NotFound) || err == nil && holder == workspaceID {
			continue
		}
		if err != nil {
			return nil, err
		}
		hosts, err := s.verifiedHosts(ctx, holder)
		if err != nil {
			return nil, err
		}
		if covers(hosts, d) {
			return nil, ErrDomainTaken().At(fmt.Sprintf("domains[%d]", i))
		}
		released = append(released, d)
	}
	return released, nil
}

// ErrDomainTaken is the fault of a domain that another connection has.
func ErrDomainTaken() *fault.Error {
	return fault.New(fault.Conflict, "Another workspace uses this email domain for its single sign-on.")
}
