package singlesignon

import (
	"context"
	"time"

	"linnet/internal/core/domain"
	"linnet/internal/core/event"
)

// Store stores connections and sign-ins. Each method is one transaction.
type Store interface {
	// Connection returns a connection, or NotFound. That of a deleted or suspended
	// workspace is NotFound.
	Connection(ctx context.Context, id string) (Connection, error)
	// ConnectionOfDomain returns the id and the workspace of the connection of an
	// email domain, or NotFound.
	ConnectionOfDomain(ctx context.Context, emailDomain string) (id, workspaceID string, err error)
	// PutConnection creates or replaces a connection. It releases the domains in
	// released, which other connections have. It returns Conflict at "domains" when
	// another connection has one of the domains.
	PutConnection(ctx context.Context, c Connection, released []string, e event.Event) error
	// DeleteConnection deletes a connection with its identities, or returns
	// NotFound. It ends the sessions that were signed in with it and that the user did
	// not confirm with a factor of the account; the others become ordinary ones.
	DeleteConnection(ctx context.Context, id string, e event.Event) error
	// Domains returns the default domain and the workspace's own that are not
	// deleted.
	Domains(ctx context.Context, workspaceID string) ([]domain.Domain, error)

	// InsertLogin stores a started sign-in and deletes expired ones.
	InsertLogin(ctx context.Context, l Login, now time.Time) error
	// RedeemLogin deletes the sign-in of a browser, or returns NotFound when there
	// is none with the connection at now. Of concurrent calls one succeeds.
	RedeemLogin(ctx context.Context, browser Hash, connectionID string, now time.Time) error
	// InsertTicket stores a confirmed sign-in and deletes expired ones.
	InsertTicket(ctx context.Context, t Ticket, now time.Time) error
	// Ticket returns a ticket, or NotFound when it is unknown, redeemed, expired at
	// now or of another browser.
	Ticket(ctx context.Context, secret, browser Hash, now time.Time) (Ticket, error)
	// PersonOf returns the account of an identity: the linked one, else that of the
	// email address. It returns NotFound when there is none.
	PersonOf(ctx context.Context, c Connection, of Identity) (Person, error)
	// Complete redeems the ticket, creates or links the account, and adds the user
	// to the workspace. It returns NotFound when the ticket was redeemed or a linked
	// identity disconnected meanwhile, LimitReached when the workspace has no room for
	// another member, and Conflict when an account of the address was created meanwhile.
	Complete(ctx context.Context, c Completion) error

	// Identities returns the identities of a user, oldest first.
	Identities(ctx context.Context, userID string) ([]LinkedIdentity, error)
	// Disconnect deletes an identity and the sessions that it began and the user did
	// not confirm. It returns NotFound when there is none.
	Disconnect(ctx context.Context, d Disconnection) error
}
