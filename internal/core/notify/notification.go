// Package notify stores notifications for users: a sign-in from a new device, a
// changed password, a package that is nearly used.
package notify

import (
	"encoding/json"
	"fmt"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/queue"
)

// Kind is the subject of a notification.
type Kind string

// The kinds.
const (
	NewSignIn         Kind = "account.new_sign_in"
	PasswordChanged   Kind = "account.password_changed"
	LinksNearLimit    Kind = "links.near_limit"
	LinksAtLimit      Kind = "links.at_limit"
	DomainsNearLimit  Kind = "domains.near_limit"
	DomainsAtLimit    Kind = "domains.at_limit"
	MembersNearLimit  Kind = "members.near_limit"
	MembersAtLimit    Kind = "members.at_limit"
	ClicksNearLimit   Kind = "clicks.near_limit"
	ClicksAtLimit     Kind = "clicks.at_limit"
	TrialEnding       Kind = "billing.trial_ending"
	TrialEnded        Kind = "billing.trial_ended"
	PaymentFailed     Kind = "billing.payment_failed"
	SubscriptionEnded Kind = "billing.subscription_ended"
	ImportDone        Kind = "import.done"
	ImportFailed      Kind = "import.failed"
	ExportDone        Kind = "export.done"
	ExportFailed      Kind = "export.failed"
	PasswordGuessed   Kind = "links.password_guessed"
	DomainFailing     Kind = "domains.failing"
	DomainRecovered   Kind = "domains.recovered"

	LinksBlocked   Kind = "links.blocked"   // by a deny-list
	LinksUnblocked Kind = "links.unblocked" // the deny-list no longer contains their destinations
	AbuseReported  Kind = "abuse.reported"  // for operators

	WebhookDisabled Kind = "webhooks.disabled" // because its deliveries failed
	WebhookDropped  Kind = "webhooks.dropped"  // messages of it, because too many were waiting

	BackupsOverdue Kind = "install.backups_overdue" // for operators

	AlertSpike      Kind = "alerts.spike"
	AlertFall       Kind = "alerts.fall"
	AlertFirstClick Kind = "alerts.first_click"

	DataExportReady       Kind = "account.data_export_ready"
	TwoFactorEnabled      Kind = "account.two_factor_enabled"
	TwoFactorDisabled     Kind = "account.two_factor_disabled"
	RecoveryCodesReplaced Kind = "account.recovery_codes_replaced"
	RecoveryCodeUsed      Kind = "account.recovery_code_used"
	PasskeyAdded          Kind = "account.passkey_added"
	PasskeyRemoved        Kind = "account.passkey_removed"
	SingleSignOnLinked    Kind = "account.sso_linked"
	SingleSignOnUnlinked  Kind = "account.sso_unlinked"
	EmailChanged          Kind = "account.email_changed"
)

// MailTask returns the task that mails a notification to a user.
type MailTask func(userID string) (queue.NewTask, error)

// Notification is a message for one user. Only its facts are stored; Title and
// Message return the text.
type Notification struct {
	ID          string
	UserID      string
	WorkspaceID string // empty: it concerns the user whatever the workspace
	Kind        Kind
	Topic       string // a user is notified of one topic once
	Facts       Facts
	CreatedAt   time.Time
	ReadAt      time.Time // zero: unread
	// Mail is the task that mails the notification, for InsertNotifications; nil: one
	// of MailTemplate.
	Mail *queue.NewTask
}

// Facts are the values in the text of a notification. Each kind uses some.
type Facts struct {
	Device string    `json:"device,omitempty"` // "Firefox on Linux"
	Place  string    `json:"place,omitempty"`  // "Berlin, DE"; empty: unknown
	Used   int       `json:"used,omitempty"`
	Limit  int       `json:"limit,omitempty"`
	File   string    `json:"file,omitempty"`   // of a job
	Rows   int       `json:"rows,omitempty"`   // that a job processed
	Failed int       `json:"failed,omitempty"` // of them
	Host   string    `json:"host,omitempty"`   // of a domain, as people read it
	LinkID string    `json:"linkId,omitempty"`
	Alias  string    `json:"alias,omitempty"`
	Why    string    `json:"why,omitempty"`    // the reason of a failed job, a sentence
	Shares int       `json:"shares,omitempty"` // pages that stay public
	Plan   string    `json:"plan,omitempty"`   // that is concerned
	EndsAt time.Time `json:"endsAt,omitzero"`  // when the plan ends or ended, or a file is deleted

	// Of an alert; Rows is the number of links that had their first click.
	Alert string   `json:"alert,omitempty"` // its name
	When  string   `json:"when,omitempty"`  // "27 Nov 2026, 14:00 to 15:00 (Europe/Berlin)"
	Usual float64  `json:"usual,omitempty"` // clicks; Used are those of the period
	Names []string `json:"names,omitempty"` // of the first links
	Query string   `json:"query,omitempty"` // of the dashboard's analytics
}

// JSON returns the stored form of the facts.
func (f Facts) JSON() string {
	raw, err := json.Marshal(f)
	if err != nil {
		return "{}" // texts and numbers always marshal
	}
	return string(raw)
}

// ParseFacts is the inverse of JSON.
func ParseFacts(raw string) (Facts, error) {
	var f Facts
	if err := json.Unmarshal([]byte(raw), &f); err != nil {
		return Facts{}, fmt.Errorf("notify: facts: %w", err)
	}
	return f, nil
}

// Title returns a few words.
func (n Notification) Title() string {
	switch n.Kind {
	case NewSignIn:
		return "New sign-in: " + n.Facts.Device
	case LinksNearLimit:
		return fmt.Sprintf("%d of %d links are used", n.Facts.Used, n.Facts.Limit)
	case LinksAtLimit:
		return fmt.Sprintf("All %d links are used", n.Facts.Limit)
	case DomainsNearLimit:
		return fmt.Sprintf("%d of %d custom domains are used", n.Facts.Used, n.Facts.Limit)
	case DomainsAtLimit:
		return fmt.Sprintf("No custom domains left: %d of %d used", n.Facts.Used, n.Facts.Limit)
	case MembersNearLimit:
		return fmt.Sprintf("%d of %d seats are used", n.Facts.Used, n.Facts.Limit)
	case MembersAtLimit:
		return fmt.Sprintf("No seats left: %d of %d used", n.Facts.Used, n.Facts.Limit)
	case ClicksNearLimit:
		return fmt.Sprintf("%d of this month's %d clicks are used", n.Facts.Used, n.Facts.Limit)
	case ClicksAtLimit:
		return fmt.Sprintf("This month's %d clicks are used up", n.Facts.Limit)
	case ImportDone:
		return "Import finished: " + n.Facts.File
	case ImportFailed:
		return "Import stopped: " + n.Facts.File
	case ExportDone:
		return "Export ready: " + n.Facts.File
	case ExportFailed:
		return "Export stopped: " + n.Facts.File
	case TrialEnding:
		return fmt.Sprintf("Your %s trial ends on %s", n.Facts.Plan, n.Facts.EndsAt.Format("2 Jan 2006"))
	case TrialEnded:
		return fmt.Sprintf("Your %s trial has ended", n.Facts.Plan)
	case PaymentFailed:
		return fmt.Sprintf("The payment for %s failed", n.Facts.Plan)
	case SubscriptionEnded:
		return fmt.Sprintf("Your %s subscription has ended", n.Facts.Plan)
	case DomainFailing:
		return "DNS records missing: " + n.Facts.Host
	case DomainRecovered:
		return "DNS records found again: " + n.Facts.Host
	case PasswordGuessed:
		return "Many wrong passwords: /" + n.Facts.Alias
	case WebhookDisabled:
		return "Webhook disabled: " + n.Facts.Host
	case WebhookDropped:
		return "Webhook messages dropped: " + n.Facts.Host
	case LinksBlocked, LinksUnblocked, AbuseReported:
		return n.abuseTitle()
	case BackupsOverdue:
		return "No backup of " + n.Facts.Host
	case AlertSpike, AlertFall, AlertFirstClick:
		return n.alertTitle()
	default:
		return accountTitle(n.Kind)
	}
}

// accountTitle returns the title of a notification about the user's own account.
func accountTitle(kind Kind) string {
	switch kind {
	case PasswordChanged:
		return "Your password was changed"
	case DataExportReady:
		return "The export of your data is ready"
	case TwoFactorEnabled:
		return "Two-factor authentication was turned on"
	case TwoFactorDisabled:
		return "Two-factor authentication was turned off"
	case RecoveryCodesReplaced:
		return "New recovery codes were created"
	case RecoveryCodeUsed:
		return "A recovery code was used to log in"
	case PasskeyAdded:
		return "A passkey was added"
	case PasskeyRemoved:
		return "A passkey was removed"
	case EmailChanged:
		return "Your email address was changed"
	case SingleSignOnLinked:
		return "Your account was connected with single sign-on"
	case SingleSignOnUnlinked:
		return "Your account was disconnected from single sign-on"
	default:
		return "Account notification"
	}
}

// sharesStayPublic names the shared pages, which a new password does not close:
// a person with the old password may have created them.
func sharesStayPublic(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " 1 shared page of your workspace stays public: review it under Settings."
	default:
		return fmt.Sprintf(" %d shared pages of your workspace stay public: review them under Settings.", n)
	}
}

// notYou is the advice of notifications about a user's credentials.
const notYou = "If this was not you, change your password at once, which ends all other sessions."

// Message returns the details and what the user can do.
func (n Notification) Message() string {
	switch n.Kind {
	case NewSignIn:
		from := ""
		if n.Facts.Place != "" {
			from = " from " + n.Facts.Place
		}
		return "New sign-in to your account" + from + " on a new device. If this was not you, change your password, which ends all other sessions."
	case PasswordChanged:
		return "All other sessions were logged out. If this was not you, set a new password with \"Forgot password?\" at the login." + sharesStayPublic(
			n.Facts.Shares,
		)
	case DataExportReady:
		return fmt.Sprintf("You can download it under Account until %s. ", n.Facts.EndsAt.Format("2 Jan 2006")) +
			"If you did not request it, change your password at once, which ends all other sessions."
	case TwoFactorEnabled, TwoFactorDisabled, RecoveryCodesReplaced, RecoveryCodeUsed, PasskeyAdded, PasskeyRemoved, EmailChanged,
		SingleSignOnLinked, SingleSignOnUnlinked:
		return n.Kind.securityMessage()
	case LinksNearLimit:
		return "You are close to the link limit of your plan. Delete links that are no longer used, or upgrade the plan."
	case LinksAtLimit:
		return "Your plan allows no more links. Your links keep working. Delete some, or upgrade the plan."
	case DomainsNearLimit:
		return "You are close to the domain limit of your plan. Delete domains that are no longer used, or upgrade the plan."
	case DomainsAtLimit:
		return "Your plan allows no more domains. Your domains keep working. Delete one, or upgrade the plan."
	case MembersNearLimit:
		return "You are close to the member limit of your plan. To add more members, upgrade the plan."
	case MembersAtLimit:
		return "Your plan allows no more members. To invite someone, remove a member or upgrade the plan."
	case ClicksNearLimit:
		return "At the limit, your links keep working and every click is counted, but you cannot create links or QR codes until next month or an upgrade."
	case ClicksAtLimit:
		return "Your links keep working and every click is counted. To create links or QR codes, wait until next month or upgrade the plan."
	case ImportDone:
		if n.Facts.Failed > 0 {
			return fmt.Sprintf("%d rows were read, %d of them could not be imported. The report has the reasons.", n.Facts.Rows, n.Facts.Failed)
		}
		return fmt.Sprintf("%d rows were read.", n.Facts.Rows)
	case ExportDone:
		return fmt.Sprintf("It contains %d links and is available for seven days.", n.Facts.Rows)
	case TrialEnding:
		return "To keep its limits, choose a plan. Otherwise the workspace returns to its previous plan; nothing is deleted and all links keep working."
	case TrialEnded, SubscriptionEnded:
		return "The workspace is on its previous plan. Nothing is deleted and all links keep working; above a limit, you cannot create more."
	case PaymentFailed:
		return fmt.Sprintf("Update the payment method by %s to stay on this plan. Links keep working either way.", n.Facts.EndsAt.Format("2 Jan 2006"))
	case DomainFailing:
		return "The domain's DNS records no longer lead here. Its links work for visitors who still reach this server. Compare the records and correct them."
	case DomainRecovered:
		return "The domain is verified again. No action is needed."
	case PasswordGuessed:
		return "More than 100 wrong passwords were entered for this short link. Further attempts are slowed down. " +
			"If you did not expect this, give the link a longer password."
	case LinksBlocked, LinksUnblocked, AbuseReported:
		return n.Kind.abuseMessage()
	case ImportFailed, ExportFailed, WebhookDisabled, WebhookDropped, BackupsOverdue:
		return n.failureMessage()
	default:
		return n.alertMessage()
	}
}

// securityMessage returns the details of a change of credentials.
func (k Kind) securityMessage() string {
	switch k {
	case TwoFactorEnabled:
		return "Logging in with your password now needs a code of your authenticator app. Your other sessions were logged out. " + notYou
	case TwoFactorDisabled:
		return "Logging in needs only your password now. Your other sessions were logged out. " + notYou
	case RecoveryCodesReplaced:
		return "The earlier recovery codes are no longer valid. " + notYou
	case RecoveryCodeUsed:
		return "Each recovery code works once. Create new ones when few are left. " + notYou
	case PasskeyAdded:
		return "It logs in without your password and without a code. If this was not you, remove it, and change your password."
	case PasskeyRemoved:
		return "It no longer logs in to your account. " + notYou
	case SingleSignOnLinked:
		return "The sign-in provider of your organization now logs in to your account, for its workspace. " +
			"If this was not you, disconnect it under Account, and change your password."
	case SingleSignOnUnlinked:
		return "The sign-in provider of that organization no longer logs in to your account. " + notYou
	case EmailChanged:
		return "You log in with the new address. Your other sessions were logged out. " + notYou
	default:
		return ""
	}
}

// Path returns the path of the page with the details.
func (n Notification) Path() string {
	switch n.Kind {
	case LinksNearLimit, LinksAtLimit, ClicksNearLimit, ClicksAtLimit,
		DomainsNearLimit, DomainsAtLimit, MembersNearLimit, MembersAtLimit,
		TrialEnding, TrialEnded, PaymentFailed, SubscriptionEnded:
		return "/dashboard/settings/billing"
	case DomainFailing, DomainRecovered:
		return "/dashboard/domains"
	case PasswordGuessed:
		return "/dashboard/links/" + n.Facts.LinkID
	case LinksBlocked, LinksUnblocked:
		if n.Facts.Rows == 1 {
			return "/dashboard/links/" + n.Facts.LinkID
		}
		return "/dashboard/links"
	case WebhookDisabled, WebhookDropped:
		return "/dashboard/settings/webhooks"
	case AlertSpike, AlertFall:
		return "/dashboard/analytics?" + n.Facts.Query
	case AlertFirstClick:
		return n.firstClickPath()
	case AbuseReported:
		return "/dashboard/admin?tab=reports"
	case BackupsOverdue:
		return "/dashboard/admin"
	case ImportDone, ImportFailed, ExportDone, ExportFailed:
		return "/dashboard/settings/jobs"
	default:
		return "/dashboard/account"
	}
}

// once returns a notification with a topic of its own.
func once(userID string, kind Kind, facts Facts, at time.Time) Notification {
	id := ident.New(ident.Notice)
	return Notification{ID: id, UserID: userID, Kind: kind, Topic: id, Facts: facts, CreatedAt: at}
}
