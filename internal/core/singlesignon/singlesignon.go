// Package singlesignon lets the members of a workspace sign in with the OpenID
// Connect provider of their organization (OpenID Connect Core 1.0, authorization
// code flow with PKCE). A workspace has one connection, for the email domains that
// the workspace has verified.
//
// # Connections
//
//   - Only owners change a connection, because an admin could otherwise sign in as an
//     owner. Its email domains are verified domains of the workspace or below one, and
//     each is of one connection.
//   - State, nonce and verifier are derived from a random secret in a cookie; its hash
//     is stored and redeemed once within ten minutes. The call-back redirects to the
//     page with a ticket in the fragment, which the same browser redeems within a
//     minute, once: no session token is in a URL, a history or the log of a proxy, and
//     a link cannot sign a user in to another account.
//   - An account is found by issuer and subject, else by its address. The provider must
//     send email_verified. Requests to it follow no redirects; providers in private
//     networks need LINNET_OIDC_NETWORKS.
//   - An enforced connection closes the workspace to other sessions of its domains and
//     of users who have signed in with it. Owners are exempt, and API keys keep
//     working.
//   - A member who is removed in Linnet only is added again at the next sign-in. A key
//     that the provider has withdrawn is accepted until the key set is read again, at
//     most an hour.
//
// What a session may open is in docs/adr/0062.
package singlesignon

import (
	"crypto/sha256"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// Limits of connections and sign-ins.
const (
	MaxDomains  = 20   // of a connection
	MaxIssuer   = 512  // bytes
	MaxClientID = 512  // bytes
	MaxSecret   = 1024 // bytes
	maxSubject  = 255  // characters, by OpenID Connect Core 1.0, section 2
	maxName     = 50   // characters of a first or last name

	LoginValid  = 10 * time.Minute // how long the user may take at the provider
	TicketValid = 10 * time.Minute // how long the user may take to prove an account that is to be linked
)

// Connection is the OpenID Connect client of a workspace.
type Connection struct {
	ID            string // has the digits of the workspace's id
	WorkspaceID   string
	WorkspaceName string // read only
	Issuer        string // exactly as the provider names itself
	ClientID      string
	SealedSecret  []byte
	// Enforced requires members whose address is of one of the Domains to sign in
	// with the connection. Owners need not.
	Enforced    bool
	DefaultRole access.Role // of members that a sign-in adds; never owner
	Domains     []string    // of email addresses, in ASCII, sorted
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// state returns the connection as events have it, without the secret.
func (c Connection) state() event.SingleSignOn {
	return event.SingleSignOn{
		Issuer:      c.Issuer,
		ClientID:    c.ClientID,
		Enforced:    c.Enforced,
		DefaultRole: string(c.DefaultRole),
		Domains:     c.Domains,
	}
}

// Settings are a connection with what an owner needs to set it up.
type Settings struct {
	Connection *Connection // nil: there is none
	// RedirectURI is the address to register at the provider.
	RedirectURI string
	// VerifiedHosts are the workspace's verified domains. Email addresses at these
	// hosts and below them can sign in.
	VerifiedHosts []string
}

// Input is a connection to store.
type Input struct {
	Issuer      string
	ClientID    string
	Secret      *string // nil: unchanged
	Enforced    bool
	DefaultRole access.Role
	Domains     []string
}

// Endpoints are the addresses of a provider, as its discovery document has them.
type Endpoints struct {
	Authorization string
	Token         string
	Keys          string
}

// Client is a connection with its opened secret, for requests to the provider.
type Client struct {
	Issuer      string
	ID          string
	Secret      string
	RedirectURI string
}

// Challenge are the values of a started sign-in, which the provider returns or
// verifies.
type Challenge struct {
	State    string
	Nonce    string
	Verifier string // of PKCE
}

// Identity is a user as the provider's ID token describes them.
type Identity struct {
	Issuer        string
	Subject       string
	Email         string
	EmailVerified bool
	FirstName     string
	LastName      string
}

// Hash is the hash of a secret in a cookie, or of a ticket.
type Hash = [sha256.Size]byte

// Login is a started sign-in.
type Login struct {
	Browser      Hash // of the secret in the browser's cookie
	ConnectionID string
	ExpiresAt    time.Time
}

// Ticket is a sign-in that the provider has confirmed. The page redeems it for a
// session, in the browser that started the sign-in.
type Ticket struct {
	Secret       Hash
	Browser      Hash
	ConnectionID string
	Identity     Identity
	ExpiresAt    time.Time
}

// Person is the account that a sign-in leads to.
type Person struct {
	UserID   string // empty: the sign-in creates an account
	Linked   bool   // with the identity of the provider; false: found by the email address
	Known    bool   // linked with an identity of the connection, maybe one of an earlier issuer
	Operator bool   // of the install
	Own      bool   // the account has a password or a passkey
}

// links reports whether the sign-in links an existing account.
func (p Person) links() bool { return p.UserID != "" && !p.Linked }

// mustProve reports whether the user has to prove that the account is theirs: at
// linking, except where an account without factors of its own gets another identity of
// a connection that signs in to it already.
func (p Person) mustProve() bool { return p.links() && (p.Own || !p.Known) }

// Completion is the change that redeems a Ticket.
type Completion struct {
	Ticket      Ticket
	WorkspaceID string
	Person      Person
	NewUserID   string      // of a new account
	Role        access.Role // of a new member
	MemberLimit int         // of the workspace; 0: no limit
	At          time.Time
	Events      []event.Event
	Joined      event.Event // stored when the user becomes a member
	Mails       []queue.NewTask
}

// LinkedIdentity is an identity that signs in as a user.
type LinkedIdentity struct {
	ConnectionID  string // names the identity: a user has one of each connection
	WorkspaceID   string
	WorkspaceName string
	Issuer        string
	Email         string // at the provider, when it was last used; empty: unknown
	LinkedAt      time.Time
	LastUsedAt    time.Time
}

// Disconnection deletes a linked identity of a user.
type Disconnection struct {
	UserID       string
	ConnectionID string
	Event        event.Event
	Mail         queue.NewTask
}
