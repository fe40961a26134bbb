// Package event describes changes of the records. An event is stored in the
// transaction of its change, in one hash chain of all events. The audit log, webhooks and the caches of all nodes
// read that one row.
package event

import (
	"encoding/json"
	"fmt"
	"time"
)

// Kind names a change, as subject.verb.
type Kind string

// The kinds. Their payloads are in payload.go, their sentences in catalog.go.
const (
	UserSignedUp             Kind = "user.signed_up"
	UserLoggedIn             Kind = "user.logged_in"       // the subject is the session
	UserReauthenticated      Kind = "user.reauthenticated" // the subject is the session
	UserLoggedOut            Kind = "user.logged_out"      // the subject is the session
	SessionRevoked           Kind = "user.session_revoked" // by its user, on another device
	OtherSessionsRevoked     Kind = "user.other_sessions_revoked"
	UserUpdated              Kind = "user.updated"
	UserDeleted              Kind = "user.deleted" // for good
	UserDataExported         Kind = "user.data_exported"
	UserEmailVerified        Kind = "user.email_verified"
	UserEmailChangeRequested Kind = "user.email_change_requested"
	UserEmailChangeCancelled Kind = "user.email_change_cancelled"
	UserEmailChanged         Kind = "user.email_changed"

	TwoFactorEnabled      Kind = "user.two_factor_enabled"
	TwoFactorDisabled     Kind = "user.two_factor_disabled"
	RecoveryCodesReplaced Kind = "user.recovery_codes_replaced"
	RecoveryCodeUsed      Kind = "user.recovery_code_used"
	PasskeyAdded          Kind = "user.passkey_added"
	PasskeyRenamed        Kind = "user.passkey_renamed"
	PasskeyRemoved        Kind = "user.passkey_removed"

	SingleSignOnCreated Kind = "sso.created"
	SingleSignOnUpdated Kind = "sso.updated"
	SingleSignOnDeleted Kind = "sso.deleted"
	UserSignedOn        Kind = "user.signed_on"  // with the connection of the workspace
	UserSSOLinked       Kind = "user.sso_linked" // an existing account, at its first sign-on
	UserSSOUnlinked     Kind = "user.sso_unlinked"

	PasswordChanged  Kind = "user.password_changed"
	PasswordReset    Kind = "user.password_reset"
	WorkspaceRenamed Kind = "workspace.renamed"
	WorkspaceUpdated Kind = "workspace.updated"

	WorkspaceCreated     Kind = "workspace.created"
	WorkspaceDeleted     Kind = "workspace.deleted"
	WorkspaceUndeleted   Kind = "workspace.undeleted" // an owner restored it
	WorkspacePurged      Kind = "workspace.purged"    // of no workspace; the subject was deleted for good
	WorkspaceTransferred Kind = "workspace.transferred"

	MemberJoined       Kind = "member.joined"
	MemberUpdated      Kind = "member.updated"
	MemberRemoved      Kind = "member.removed" // or left; the subject is the user
	InvitationCreated  Kind = "invitation.created"
	InvitationRevoked  Kind = "invitation.revoked"
	InvitationAccepted Kind = "invitation.accepted"

	DomainUpdated Kind = "domain.updated" // also of the default domain, when it was created or renamed

	DomainCreated     Kind = "domain.created"
	DomainVerified    Kind = "domain.verified" // for the first time, or again
	DomainFailing     Kind = "domain.failing"
	DomainDeleted     Kind = "domain.deleted"
	DomainRestored    Kind = "domain.restored"
	DomainPurged      Kind = "domain.purged"      // deleted for good, with its links
	DomainTransferred Kind = "domain.transferred" // one event in each of the two workspaces

	LinkCreated   Kind = "link.created"
	LinkUpdated   Kind = "link.updated"
	LinkDeleted   Kind = "link.deleted"
	LinkRestored  Kind = "link.restored"
	LinkTitled    Kind = "link.titled" // the page's title was read; no version of the link
	ClicksDeleted Kind = "link.clicks_deleted"
	AliasFreed    Kind = "alias.freed" // of a deleted link; any workspace can use it now

	LabelCreated Kind = "label.created"
	LabelUpdated Kind = "label.updated"
	LabelDeleted Kind = "label.deleted"

	FolderAccessChanged Kind = "folder.access_changed"

	ConventionsUpdated Kind = "utm_conventions.updated"
	BioPageCreated     Kind = "bio_page.created"
	BioPageUpdated     Kind = "bio_page.updated" // the draft; one event for the changes of a revision
	BioPagePublished   Kind = "bio_page.published"
	BioPageUnpublished Kind = "bio_page.unpublished"
	BioPageReverted    Kind = "bio_page.reverted"
	BioPageDeleted     Kind = "bio_page.deleted"
	// Of what visitors sent with forms.
	BioPageResponseDeleted   Kind = "bio_page.response_deleted"
	BioPageResponsesDeleted  Kind = "bio_page.responses_deleted"
	BioPageResponsesExported Kind = "bio_page.responses_exported"
	MediaUploaded            Kind = "media.uploaded"
	MediaUpdated             Kind = "media.updated"
	MediaDeleted             Kind = "media.deleted"
	QRCodeCreated            Kind = "qr_code.created"
	QRCodeUpdated            Kind = "qr_code.updated"
	QRCodeDeleted            Kind = "qr_code.deleted"
	QRPresetCreated          Kind = "qr_preset.created"
	QRPresetUpdated          Kind = "qr_preset.updated"
	QRPresetDeleted          Kind = "qr_preset.deleted"
	ShareCreated             Kind = "share.created"
	ShareUpdated             Kind = "share.updated"
	ShareRevoked             Kind = "share.revoked"

	ScheduledReportCreated Kind = "scheduled_report.created"
	ScheduledReportUpdated Kind = "scheduled_report.updated"
	ScheduledReportDeleted Kind = "scheduled_report.deleted"

	AlertCreated Kind = "alert.created"
	AlertUpdated Kind = "alert.updated"
	AlertDeleted Kind = "alert.deleted"

	KeyCreated Kind = "key.created"
	KeyUpdated Kind = "key.updated"
	KeyRotated Kind = "key.rotated"
	KeyRevoked Kind = "key.revoked"

	WebhookCreated       Kind = "webhook.created"
	WebhookUpdated       Kind = "webhook.updated"
	WebhookDeleted       Kind = "webhook.deleted"
	WebhookSecretRotated Kind = "webhook.secret_rotated"
	WebhookDisabled      Kind = "webhook.disabled" // because its deliveries failed

	LinksImported   Kind = "links.imported"    // a step of an import; each link has an event of its own
	JobChanged      Kind = "job.changed"       // published and not stored
	TasksAdded      Kind = "tasks.added"       // published and not stored; the subject is the tasks' kind
	LinksExported   Kind = "links.exported"    // an export was started
	QRCodesExported Kind = "qr_codes.exported" // an archive was started
	ClicksExported  Kind = "clicks.exported"
	AuditExported   Kind = "audit.exported"
	AuditTrimmed    Kind = "audit.trimmed" // the oldest contents were erased
	LeadTracked     Kind = "lead.tracked"
	SaleTracked     Kind = "sale.tracked"

	TrialStarted        Kind = "billing.trial_started"
	SubscriptionUpdated Kind = "billing.subscription_updated"
	BillingDeadline     Kind = "billing.deadline_passed" // a trial or a grace period ended, or its end is near

	// Of operators. The actor is the system for commands.
	UserInvited        Kind = "user.invited"
	OperatorGranted    Kind = "user.operator_granted"
	OperatorRevoked    Kind = "user.operator_revoked"
	SessionsEnded      Kind = "user.sessions_ended"
	UserSuspended      Kind = "user.suspended"
	UserRestored       Kind = "user.restored"
	WorkspaceSuspended Kind = "workspace.suspended"
	WorkspaceRestored  Kind = "workspace.restored"
	WorkspacePlanSet   Kind = "workspace.plan_set"
	InstallPlansSet    Kind = "install.plans_set" // whether the install has plans
	HostsBlocked       Kind = "hosts.blocked"     // or unblocked

	DenylistAdded        Kind = "denylist.added"
	DenylistUpdated      Kind = "denylist.updated" // its settings
	DenylistFetched      Kind = "denylist.fetched" // there is a new copy
	DenylistRemoved      Kind = "denylist.removed"
	DenyExceptionAdded   Kind = "deny_exception.added"
	DenyExceptionRemoved Kind = "deny_exception.removed"
	AbuseCaseResolved    Kind = "abuse_case.resolved"
)

// ActorKind is the kind of an event's cause.
type ActorKind string

// The kinds of actors.
const (
	User     ActorKind = "user"
	Key      ActorKind = "key"      // an API key
	Operator ActorKind = "operator" // a user that acts for the install, not for a workspace
	System   ActorKind = "system"   // Linnet itself, or a command of its operator
)

// Actor is the cause of an event.
type Actor struct {
	Kind ActorKind
	ID   string // of the user, the operator or the key; empty: the system
	// AddressPrefix is the network that the request came from: the /24 of an
	// IPv4 address, the /64 of an IPv6 address. Empty without a request.
	AddressPrefix string
	// Via is the drop-in API (dropin.API) that the request used; empty: none. It is stored in
	// Event.Data, see ViaOf.
	Via string
}

// Event is one change. Data is a JSON object without secrets and without full
// addresses.
type Event struct {
	// Seq orders events by commit: an event that is read with a higher number was
	// not committed before. 0: not stored yet.
	Seq         int64
	ID          string // made when the event is stored
	WorkspaceID string // empty: of no workspace
	Actor       Actor
	Kind        Kind
	SubjectID   string
	Label       string // the name of the subject at that time; empty: it has none
	Data        []byte // the payload as JSON
	At          time.Time
}

// New returns an event with its payload, one of payload.go's types. The payload
// can be encoded: it panics where that fails.
func New(by Actor, kind Kind, workspaceID, subjectID string, payload any, at time.Time) Event {
	data, err := json.Marshal(payload)
	if err != nil {
		panic(fmt.Sprintf("event: encode the payload of %s: %v", kind, err))
	}
	if by.Kind == "" {
		by.Kind = System
	}
	if by.Via != "" {
		data = withVia(data, by.Via)
	}
	return Event{
		WorkspaceID: workspaceID,
		Actor:       by,
		Kind:        kind,
		SubjectID:   subjectID,
		Label:       labelOf(payload),
		Data:        data,
		At:          at,
	}
}

// withVia adds the drop-in API to a payload, which is a JSON object.
func withVia(object []byte, via string) []byte {
	field := fmt.Appendf(nil, `{"via":%q`, via)
	if rest := object[1:]; rest[0] != '}' {
		return append(append(field, ','), rest...)
	}
	return append(field, '}')
}

// ViaOf returns the drop-in API that the change of an event was made with; empty: none, or the
// payload is erased.
func ViaOf(data []byte) string {
	var stored struct {
		Via string `json:"via"`
	}
	_ = json.Unmarshal(data, &stored) // an erased payload is no JSON
	return stored.Via
}

// Decode returns an event's payload.
func Decode[T any](e Event) (payload T, err error) {
	if err := json.Unmarshal(e.Data, &payload); err != nil {
		return payload, fmt.Errorf("decode the payload of event %s: %w", e.ID, err)
	}
	return payload, nil
}

// Step is an event with the data of the previous event of its subject.
type Step struct {
	Event
	Before string // empty: there is none
}
