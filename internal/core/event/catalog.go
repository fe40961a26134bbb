package event

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Info describes a kind of event for the audit log.
type Info struct {
	// Subject is the kind of the subject, such as "link".
	Subject string
	// Phrase is the sentence without the actor: "created {subject}". {fields} are
	// the changed fields, {before.x} and {after.x} are fields of the payload.
	Phrase string
	// Payload is a zero value of the payload.
	Payload any
	// Version marks events whose payload is the state of the subject after the
	// event; the state before is in the previous such event.
	Version bool
	// Account marks events of no workspace that a copy is stored of in each
	// workspace of the user.
	Account bool
	// Unlisted marks events that the audit log does not list.
	Unlisted bool
	// Erases marks events that erase the content of the events whose workspace,
	// actor or subject is the subject of this one.
	Erases bool
}

// InfoOf returns the description of a kind, and false for an unknown one.
func InfoOf(kind Kind) (Info, bool) {
	info, ok := catalog[kind]
	return info, ok
}

// Listed returns the kinds that the audit log lists and that match an action: a
// kind, the part of kinds before the dot, or "" for all.
func Listed(action string) []Kind {
	var kinds []Kind
	for kind, info := range catalog {
		if !info.Unlisted && (action == "" || string(kind) == action || strings.HasPrefix(string(kind), action+".")) {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

//nolint:gochecknoglobals // a constant table
var catalog = map[Kind]Info{
	UserSignedUp:             {Subject: "user", Phrase: "signed up", Payload: None{}},
	UserLoggedIn:             {Subject: "session", Phrase: "signed in", Payload: Change[Authentication]{}, Account: true},
	UserReauthenticated:      {Subject: "session", Phrase: "confirmed their identity", Payload: Change[Authentication]{}, Account: true},
	UserLoggedOut:            {Subject: "session", Phrase: "signed out", Payload: None{}, Account: true},
	SessionRevoked:           {Subject: "session", Phrase: "signed out another device", Payload: None{}, Account: true},
	OtherSessionsRevoked:     {Subject: "user", Phrase: "signed out all other devices", Payload: None{}, Account: true},
	UserUpdated:              {Subject: "user", Phrase: "changed their profile", Payload: Profile{}},
	UserDeleted:              {Subject: "user", Phrase: "deleted their account", Payload: None{}, Erases: true},
	UserDataExported:         {Subject: "user", Phrase: "requested an export of their data", Payload: None{}, Account: true},
	UserEmailVerified:        {Subject: "user", Phrase: "verified their email address", Payload: None{}},
	UserEmailChangeRequested: {Subject: "user", Phrase: "requested a change of their email address", Payload: None{}, Account: true},
	UserEmailChangeCancelled: {Subject: "user", Phrase: "cancelled the change of their email address", Payload: None{}, Account: true},
	UserEmailChanged:         {Subject: "user", Phrase: "changed their email address", Payload: None{}, Account: true},
	PasswordChanged:          {Subject: "user", Phrase: "changed their password", Payload: None{}, Account: true},
	PasswordReset:            {Subject: "user", Phrase: "reset their password", Payload: None{}, Account: true},
	TwoFactorEnabled:         {Subject: "user", Phrase: "turned on two-factor authentication", Payload: None{}, Account: true},
	TwoFactorDisabled:        {Subject: "user", Phrase: "turned off two-factor authentication", Payload: None{}, Account: true},
	RecoveryCodesReplaced:    {Subject: "user", Phrase: "created new recovery codes", Payload: None{}, Account: true},
	RecoveryCodeUsed:         {Subject: "user", Phrase: "used a recovery code to log in", Payload: None{}, Account: true},
	PasskeyAdded:             {Subject: "user", Phrase: "added the passkey {after.name}", Payload: Change[Passkey]{}, Account: true},
	PasskeyRenamed:           {Subject: "user", Phrase: "renamed the passkey {before.name} to {after.name}", Payload: Change[Passkey]{}, Account: true},
	PasskeyRemoved:           {Subject: "user", Phrase: "removed the passkey {before.name}", Payload: Change[Passkey]{}, Account: true},
	UserSignedOn:             {Subject: "user", Phrase: "signed in with single sign-on", Payload: None{}},
	UserSSOLinked:            {Subject: "user", Phrase: "connected their account with single sign-on", Payload: None{}, Account: true},
	UserSSOUnlinked:          {Subject: "user", Phrase: "disconnected their account from single sign-on", Payload: None{}, Account: true},
	UserInvited:              {Subject: "install", Phrase: "created an invitation to sign up", Payload: None{}},
	InstallPlansSet:          {Subject: "install", Phrase: "chose whether the install has plans: {after.plans}", Payload: InstallPlans{}},
	OperatorGranted:          {Subject: "user", Phrase: "made {subject} an operator of the install", Payload: None{}, Account: true},
	OperatorRevoked:          {Subject: "user", Phrase: "ended the operator role of {subject}", Payload: None{}, Account: true},
	SessionsEnded:            {Subject: "user", Phrase: "signed {subject} out everywhere", Payload: None{}, Account: true},
	UserSuspended:            {Subject: "user", Phrase: "suspended the user {subject}", Payload: None{}, Account: true},
	UserRestored:             {Subject: "user", Phrase: "restored the user {subject}", Payload: None{}, Account: true},

	WorkspaceCreated:     {Subject: "workspace", Phrase: "created the workspace {subject}", Payload: Change[Workspace]{}},
	WorkspaceRenamed:     {Subject: "workspace", Phrase: "renamed the workspace to {subject}", Payload: Change[Workspace]{}},
	WorkspaceUpdated:     {Subject: "workspace", Phrase: "changed {fields} of the workspace {subject}", Payload: Change[Workspace]{}},
	WorkspaceDeleted:     {Subject: "workspace", Phrase: "deleted the workspace {subject}", Payload: Change[Workspace]{}},
	WorkspaceUndeleted:   {Subject: "workspace", Phrase: "restored the deleted workspace {subject}", Payload: Change[Workspace]{}},
	WorkspacePurged:      {Subject: "workspace", Phrase: "deleted a workspace permanently", Payload: None{}, Erases: true},
	WorkspaceTransferred: {Subject: "workspace", Phrase: "transferred the ownership of the workspace", Payload: Change[Ownership]{}},
	WorkspaceSuspended:   {Subject: "workspace", Phrase: "suspended the workspace", Payload: None{}},
	WorkspaceRestored:    {Subject: "workspace", Phrase: "ended the suspension of the workspace", Payload: None{}},
	WorkspacePlanSet:     {Subject: "workspace", Phrase: "set the plan to {after.plan}", Payload: Change[Plan]{}},

	TrialStarted:        {Subject: "workspace", Phrase: "started a trial of the plan {after.plan}", Payload: Change[Billing]{}},
	SubscriptionUpdated: {Subject: "workspace", Phrase: "changed the subscription", Payload: Change[Billing]{}},
	BillingDeadline:     {Subject: "workspace", Phrase: "reached a deadline of the plan", Payload: Change[Billing]{}},

	MemberJoined:       {Subject: "user", Phrase: "joined as {after.role}", Payload: Change[Member]{}},
	MemberUpdated:      {Subject: "user", Phrase: "changed the role of {subject} from {before.role} to {after.role}", Payload: Change[Member]{}},
	MemberRemoved:      {Subject: "user", Phrase: "removed the member {subject}", Payload: Change[Member]{}},
	InvitationCreated:  {Subject: "invitation", Phrase: "created an invitation for the role {after.role}", Payload: Change[Invitation]{}},
	InvitationRevoked:  {Subject: "invitation", Phrase: "revoked an invitation for the role {before.role}", Payload: Change[Invitation]{}},
	InvitationAccepted: {Subject: "invitation", Phrase: "accepted an invitation for the role {before.role}", Payload: Change[Invitation]{}},

	DomainCreated:     {Subject: "domain", Phrase: "added the domain {subject}", Payload: Change[Domain]{}},
	DomainUpdated:     {Subject: "domain", Phrase: "changed {fields} of the domain {subject}", Payload: Change[Domain]{}},
	DomainVerified:    {Subject: "domain", Phrase: "verified the domain {subject}", Payload: Change[Domain]{}},
	DomainFailing:     {Subject: "domain", Phrase: "found that the DNS records of {subject} are missing", Payload: Change[Domain]{}},
	DomainDeleted:     {Subject: "domain", Phrase: "deleted the domain {subject}", Payload: Change[Domain]{}},
	DomainRestored:    {Subject: "domain", Phrase: "restored the domain {subject}", Payload: Change[Domain]{}},
	DomainPurged:      {Subject: "domain", Phrase: "deleted the domain {subject} permanently", Payload: Change[Domain]{}},
	DomainTransferred: {Subject: "domain", Phrase: "transferred the domain {subject} to another workspace", Payload: Change[Domain]{}},

	LinkCreated:   {Subject: "link", Phrase: "created {subject}", Payload: Link{}, Version: true},
	LinkUpdated:   {Subject: "link", Phrase: "changed {fields} of {subject}", Payload: Link{}, Version: true},
	LinkDeleted:   {Subject: "link", Phrase: "deleted {subject}", Payload: Link{}, Version: true},
	LinkRestored:  {Subject: "link", Phrase: "restored {subject}", Payload: Link{}, Version: true},
	LinkTitled:    {Subject: "link", Phrase: "read the page title of {subject}", Payload: Link{}, Unlisted: true},
	ClicksDeleted: {Subject: "link", Phrase: "deleted the clicks of {subject}", Payload: None{}},
	AliasFreed:    {Subject: "link", Phrase: "released an alias of the deleted link {subject}", Payload: Link{}},

	LabelCreated: {Subject: "label", Phrase: "created the {after.kind} {subject}", Payload: Change[Label]{}},
	LabelUpdated: {Subject: "label", Phrase: "changed {fields} of the {after.kind} {subject}", Payload: Change[Label]{}},
	LabelDeleted: {Subject: "label", Phrase: "deleted the {before.kind} {subject}", Payload: Change[Label]{}},

	FolderAccessChanged: {Subject: "label", Phrase: "changed the access to the folder {subject}", Payload: Change[FolderAccess]{}},

	ConventionsUpdated: {Subject: "workspace", Phrase: "changed the UTM conventions", Payload: Change[map[string]any]{}},
	BioPageCreated:     {Subject: "bio_page", Phrase: "created the bio page {subject}", Payload: Change[BioPage]{}},
	BioPageUpdated:     {Subject: "bio_page", Phrase: "changed {fields} of the bio page {subject}", Payload: Change[BioPage]{}},
	BioPagePublished:   {Subject: "bio_page", Phrase: "published the bio page {subject}", Payload: Change[BioPage]{}},
	BioPageUnpublished: {Subject: "bio_page", Phrase: "unpublished the bio page {subject}", Payload: Change[BioPage]{}},
	BioPageReverted:    {Subject: "bio_page", Phrase: "reverted the bio page {subject} to an earlier version", Payload: Change[BioPage]{}},
	BioPageDeleted:     {Subject: "bio_page", Phrase: "deleted the bio page {subject}", Payload: Change[BioPage]{}},

	BioPageResponseDeleted:   {Subject: "bio_page", Phrase: "deleted a form response of the bio page {subject}", Payload: BioPage{}},
	BioPageResponsesDeleted:  {Subject: "bio_page", Phrase: "deleted form responses of the bio page {subject}", Payload: BioPage{}},
	BioPageResponsesExported: {Subject: "bio_page", Phrase: "exported the form responses of the bio page {subject}", Payload: BioPage{}},

	MediaUploaded: {Subject: "media", Phrase: "uploaded the image {subject}", Payload: Change[Media]{}},
	MediaUpdated:  {Subject: "media", Phrase: "changed {fields} of the image {subject}", Payload: Change[Media]{}},
	MediaDeleted:  {Subject: "media", Phrase: "deleted the image {subject}", Payload: Change[Media]{}},
	QRCodeCreated: {Subject: "qr_code", Phrase: "created the QR code {subject}", Payload: Change[QRCode]{}},
	QRCodeUpdated: {Subject: "qr_code", Phrase: "changed {fields} of the QR code {subject}", Payload: Change[QRCode]{}},
	QRCodeDeleted: {Subject: "qr_code", Phrase: "deleted the QR code {subject}", Payload: Change[QRCode]{}},

	QRPresetCreated: {Subject: "qr_preset", Phrase: "created the preset {subject} of QR codes", Payload: Change[QRPreset]{}},
	QRPresetUpdated: {Subject: "qr_preset", Phrase: "changed {fields} of the preset {subject} of QR codes", Payload: Change[QRPreset]{}},
	QRPresetDeleted: {Subject: "qr_preset", Phrase: "deleted the preset {subject} of QR codes", Payload: Change[QRPreset]{}},

	ShareCreated: {Subject: "share", Phrase: "created the shared page {subject}", Payload: Change[Share]{}},
	ShareUpdated: {Subject: "share", Phrase: "changed {fields} of the shared page {subject}", Payload: Change[Share]{}},
	ShareRevoked: {Subject: "share", Phrase: "revoked the shared page {subject}", Payload: Change[Share]{}},

	ScheduledReportCreated: {Subject: "scheduled_report", Phrase: "scheduled the report {subject}", Payload: Change[ScheduledReport]{}},
	ScheduledReportUpdated: {Subject: "scheduled_report", Phrase: "changed {fields} of the report {subject}", Payload: Change[ScheduledReport]{}},
	ScheduledReportDeleted: {Subject: "scheduled_report", Phrase: "deleted the report {subject}", Payload: Change[ScheduledReport]{}},

	AlertCreated: {Subject: "alert", Phrase: "created the alert {subject}", Payload: Change[Alert]{}},
	AlertUpdated: {Subject: "alert", Phrase: "changed {fields} of the alert {subject}", Payload: Change[Alert]{}},
	AlertDeleted: {Subject: "alert", Phrase: "deleted the alert {subject}", Payload: Change[Alert]{}},

	KeyCreated: {Subject: "key", Phrase: "created the API key {subject}", Payload: Change[APIKey]{}},
	KeyUpdated: {Subject: "key", Phrase: "changed {fields} of the API key {subject}", Payload: Change[APIKey]{}},
	KeyRotated: {Subject: "key", Phrase: "rotated the API key {subject}", Payload: Change[APIKey]{}},
	KeyRevoked: {Subject: "key", Phrase: "revoked the API key {subject}", Payload: Change[APIKey]{}},

	WebhookCreated:       {Subject: "webhook", Phrase: "created the webhook to {subject}", Payload: Change[Webhook]{}},
	WebhookUpdated:       {Subject: "webhook", Phrase: "changed {fields} of the webhook to {subject}", Payload: Change[Webhook]{}},
	WebhookDeleted:       {Subject: "webhook", Phrase: "deleted the webhook to {subject}", Payload: Change[Webhook]{}},
	WebhookSecretRotated: {Subject: "webhook", Phrase: "rotated the secret of the webhook to {subject}", Payload: Webhook{}},
	WebhookDisabled:      {Subject: "webhook", Phrase: "disabled the webhook to {subject}, whose deliveries failed", Payload: Webhook{}},

	SingleSignOnCreated: {Subject: "sso", Phrase: "set up single sign-on with {subject}", Payload: Change[SingleSignOn]{}},
	SingleSignOnUpdated: {Subject: "sso", Phrase: "changed {fields} of the single sign-on with {subject}", Payload: Change[SingleSignOn]{}},
	SingleSignOnDeleted: {Subject: "sso", Phrase: "removed the single sign-on with {subject}", Payload: Change[SingleSignOn]{}},

	LinksImported:   {Subject: "job", Phrase: "imported {after.created} new links and changed {after.updated}", Payload: Import{}},
	LinksExported:   {Subject: "job", Phrase: "exported links as {after.format}", Payload: LinkExport{}},
	ClicksExported:  {Subject: "workspace", Phrase: "exported clicks as {after.format}", Payload: Export{}},
	AuditExported:   {Subject: "workspace", Phrase: "exported the audit log as {after.format}", Payload: AuditExport{}},
	AuditTrimmed:    {Subject: "workspace", Phrase: "erased the details of {after.events} old entries to stay within the plan's storage", Payload: AuditTrim{}},
	HostsBlocked:    {Subject: "host", Phrase: "changed the block of {subject}", Payload: Block{}},
	QRCodesExported: {Subject: "job", Phrase: "exported QR codes as {after.format}", Payload: QRCodeExport{}},

	DenylistAdded:        {Subject: "denylist", Phrase: "added the deny-list {subject}", Payload: Change[Denylist]{}},
	DenylistUpdated:      {Subject: "denylist", Phrase: "changed {fields} of the deny-list {subject}", Payload: Change[Denylist]{}},
	DenylistFetched:      {Subject: "denylist", Phrase: "updated the deny-list {subject}", Payload: Change[Denylist]{}, Unlisted: true},
	DenylistRemoved:      {Subject: "denylist", Phrase: "removed the deny-list {subject}", Payload: Change[Denylist]{}},
	DenyExceptionAdded:   {Subject: "deny_exception", Phrase: "added {subject} to the exceptions of deny-lists", Payload: Change[DenyException]{}},
	DenyExceptionRemoved: {Subject: "deny_exception", Phrase: "removed {subject} from the exceptions of deny-lists", Payload: Change[DenyException]{}},
	AbuseCaseResolved:    {Subject: "abuse_case", Phrase: "resolved the abuse reports about {subject}", Payload: Change[AbuseCase]{}},

	LeadTracked: {Subject: "conversion", Phrase: "tracked a lead", Payload: Conversion{}, Unlisted: true},
	SaleTracked: {Subject: "conversion", Phrase: "tracked a sale", Payload: Conversion{}, Unlisted: true},
	JobChanged:  {Subject: "job", Phrase: "changed a job", Payload: None{}, Unlisted: true},
	TasksAdded:  {Subject: "task", Phrase: "added tasks", Payload: None{}, Unlisted: true},
}

// Labeler is implemented by payloads that contain the name of their subject.
type Labeler interface{ SubjectLabel() string }

// labelOf returns the name of the subject in a payload, or "".
func labelOf(payload any) string {
	if l, ok := payload.(Labeler); ok {
		return strings.ToValidUTF8(l.SubjectLabel(), "")
	}
	return ""
}

// LabelOf returns the name of the event's subject that its data contains, or "".
func LabelOf(e Event) string {
	payload := reflect.TypeOf(catalog[e.Kind].Payload)
	if payload == nil {
		return ""
	}
	decoded := reflect.New(payload)
	if json.Unmarshal(e.Data, decoded.Interface()) != nil {
		return ""
	}
	return labelOf(decoded.Elem().Interface())
}
