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
	LinkTitled       Kind = "link.titled"         // its page's title was read; no version of the link
	ClicksDeleted    Kind = "link.clicks_deleted" // for good
	AliasFreed       Kind = "alias.freed"         // of a deleted link; anybody may take it now
	WorkspaceUpdated Kind = "workspace.updated"
	LabelCreated     Kind = "label.created"
	LabelUpdated     Kind = "label.updated"
	LabelDeleted     Kind = "label.deleted"

	ConventionsUpdated Kind = "utm_conventions.updated"

	QRCodeCreated  Kind = "qr_code.created"
	QRCodeUpdated  Kind = "qr_code.updated"
	QRCodeDeleted  Kind = "qr_code.deleted"
	LinksImported  Kind = "links.imported" // many at once; the links have events of their own in their history
	JobChanged     Kind = "job.changed"    // a job got on; told, and kept nowhere
	ClicksExported Kind = "clicks.exported"
	LeadTracked    Kind = "lead.tracked"
	SaleTracked    Kind = "sale.tracked"
	ShareCreated   Kind = "share.created"
	ShareUpdated   Kind = "share.updated"
	ShareRevoked   Kind = "share.revoked"

	// Of the operator; the actor is empty.
	UserInvited        Kind = "user.invited"
	UserSuspended      Kind = "user.suspended"
	UserRestored       Kind = "user.restored"
	WorkspaceSuspended Kind = "workspace.suspended"
	WorkspaceRestored  Kind = "workspace.restored"
	WorkspacePlanSet   Kind = "workspace.plan_set"
	HostsBlocked       Kind = "hosts.blocked" // or unblocked
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

// Step is an event beside the one before it about the same subject.
type Step struct {
	Event
	Before string // that one's Data; empty when there is none
}
