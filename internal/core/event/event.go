// Package event says what happened to the records. One event is stored in the
// same transaction as the change that it tells of; the audit log, webhooks and
// the redirect's cache all read that one row.
package event

import "time"

// Kind names what happened, as subject.verb.
type Kind string

// The kinds.
const (
	UserSignedUp     Kind = "user.signed_up"
	UserLoggedIn     Kind = "user.logged_in"
	UserUpdated      Kind = "user.updated"
	PasswordChanged  Kind = "user.password_changed"
	PasswordReset    Kind = "user.password_reset"
	WorkspaceRenamed Kind = "workspace.renamed"
	DomainUpdated    Kind = "domain.updated"
	LinkCreated      Kind = "link.created"
	LinkUpdated      Kind = "link.updated"
	LinkDeleted      Kind = "link.deleted"
	LinkRestored     Kind = "link.restored"
	LabelCreated     Kind = "label.created"
	LabelUpdated     Kind = "label.updated"
	LabelDeleted     Kind = "label.deleted"
	QRCodeCreated    Kind = "qr_code.created"
	QRCodeUpdated    Kind = "qr_code.updated"
	QRCodeDeleted    Kind = "qr_code.deleted"
)

// Event is one thing that happened. Data is a JSON object for people and
// webhooks; it never holds a secret or an address.
type Event struct {
	ID          string
	WorkspaceID string
	ActorID     string // the user; empty for the system itself
	Kind        Kind
	SubjectID   string
	Data        []byte
	At          time.Time
}
