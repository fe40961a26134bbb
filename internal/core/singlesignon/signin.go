package singlesignon

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/netip"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/webhost"
)

// Lookup returns the id of the connection of an address's domain, or "". It does
// not depend on whether the address has an account. It returns Invalid at "email"
// for a text without a domain, and RateLimited.
func (s *Service) Lookup(ctx context.Context, email string, addr netip.Addr) (id string, err error) {
	host := emailDomain(email)
	if host == "" {
		return "", fault.New(fault.Invalid, "Enter your email address, such as ada@example.com.").At("email")
	}
	if err := s.take(addr); err != nil {
		return "", err
	}
	id, _, err = s.Store.ConnectionOfDomain(ctx, host)
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	return id, err
}

// emailDomain returns the domain of an address in ASCII, or "".
func emailDomain(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 1 {
		return ""
	}
	host, err := webhost.Parse(strings.TrimSpace(email[at+1:]))
	if err != nil || host.Port() != "" || !strings.Contains(host.Name(), ".") {
		return ""
	}
	return host.Name()
}

// Started is a sign-in to continue at the provider. Browser is the secret for the
// browser's cookie; it is not stored.
type Started struct {
	URL     string
	Browser string
}

// Start starts a sign-in with a connection. Errors have a Reason.
func (s *Service) Start(ctx context.Context, connectionID string, addr netip.Addr) (Started, error) {
	if err := s.take(addr); err != nil {
		return Started{}, err
	}
	c, client, err := s.open(ctx, connectionID)
	if err != nil {
		return Started{}, s.failed(ctx, connectionID, err)
	}
	browser, now := ident.NewSecret(""), s.Clock.Now()
	address, err := s.Provider.AuthorizationURL(ctx, client, challengeOf(browser.Text))
	if err != nil {
		return Started{}, s.failed(ctx, connectionID, err)
	}
	login := Login{Browser: browser.Hash, ConnectionID: c.ID, ExpiresAt: now.Add(LoginValid)}
	if err := s.Store.InsertLogin(ctx, login, now); err != nil {
		return Started{}, s.failed(ctx, connectionID, err)
	}
	return Started{URL: address, Browser: browser.Text}, nil
}

// open returns a connection and its client.
func (s *Service) open(ctx context.Context, connectionID string) (Connection, Client, error) {
	c, err := s.Store.Connection(ctx, connectionID)
	if fault.Is(err, fault.NotFound) {
		return c, Client{}, Fail(Removed, err)
	}
	if err != nil {
		return c, Client{}, err
	}
	client, err := s.client(c)
	return c, client, err
}

// challengeOf returns the values of the sign-in of a browser. They are derived
// from the secret in its cookie, so that they need not be stored.
func challengeOf(browser string) Challenge {
	derive := func(purpose string) string {
		mac := hmac.New(sha256.New, []byte(browser))
		mac.Write([]byte("linnet sign-on " + purpose))
		return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	return Challenge{State: derive("state"), Nonce: derive("nonce"), Verifier: derive("verifier")}
}

// Callback is what the provider sent the browser back with.
type Callback struct {
	ConnectionID string
	Browser      string // the secret in the cookie; empty: none
	State        string
	Code         string
	Error        string // of the provider; empty: none
	Issuer       string // RFC 9207; empty: the provider does not send it
	Addr         netip.Addr
}

// Finish verifies a sign-in at the provider. It returns the secret of the ticket
// that the page redeems for a session within TicketValid. Errors have a Reason.
func (s *Service) Finish(ctx context.Context, in Callback) (ticket string, err error) {
	if err := s.take(in.Addr); err != nil {
		return "", err
	}
	identity, err := s.identify(ctx, in)
	if err != nil {
		return "", s.failed(ctx, in.ConnectionID, err)
	}
	secret, now := ident.NewSecret(""), s.Clock.Now()
	err = s.Store.InsertTicket(ctx, Ticket{
		Secret:       secret.Hash,
		Browser:      ident.HashSecret(in.Browser),
		ConnectionID: in.ConnectionID,
		Identity:     identity,
		ExpiresAt:    now.Add(TicketValid),
	}, now)
	if err != nil {
		return "", s.failed(ctx, in.ConnectionID, err)
	}
	return secret.Text, nil
}

// identify returns the identity that the provider confirms and that may sign in.
func (s *Service) identify(ctx context.Context, in Callback) (Identity, error) {
	challenge := challengeOf(in.Browser)
	if in.Browser == "" || subtle.ConstantTimeCompare([]byte(in.State), []byte(challenge.State)) != 1 {
		return Identity{}, Fail(Expired, errors.New("the state is not of this browser"))
	}
	err := s.Store.RedeemLogin(ctx, ident.HashSecret(in.Browser), in.ConnectionID, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		return Identity{}, Fail(Expired, err)
	}
	if err != nil {
		return Identity{}, err
	}
	c, client, err := s.open(ctx, in.ConnectionID)
	if err != nil {
		return Identity{}, err
	}
	switch {
	case in.Issuer != "" && in.Issuer != c.Issuer:
		return Identity{}, Fail(Rejected, errors.New("the response is of another issuer"))
	case in.Error != "":
		return Identity{}, Fail(Denied, errors.New("the provider returned an error"))
	case in.Code == "":
		return Identity{}, Fail(Rejected, errors.New("the response has no code"))
	}
	identity, err := s.Provider.Exchange(ctx, client, in.Code, challenge)
	if err != nil {
		return Identity{}, err
	}
	_, _, err = s.admit(ctx, c.ID, identity)
	return identity, err
}

// failed records a failed sign-in and logs why.
func (s *Service) failed(ctx context.Context, connectionID string, err error) error {
	reason := ReasonOf(err)
	if reason == Internal {
		s.Log.ErrorContext(ctx, "single sign-on failed", "connection", connectionID, "err", err)
		return err
	}
	s.Security.Record(ctx, securitylog.SingleSignOnFailed, "", connectionID+" "+string(reason))
	s.Log.InfoContext(ctx, "single sign-on failed", "connection", connectionID, "reason", string(reason), "err", err)
	return err
}
