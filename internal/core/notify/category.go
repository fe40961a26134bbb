package notify

import "slices"

// Category is a group of kinds that a user turns on and off together. The values
// are part of the API.
type Category string

// The categories.
const (
	Security      Category = "security"
	Billing       Category = "billing"
	MonthlyClicks Category = "clicks"
	PlanLimits    Category = "limits"
	Domains       Category = "domains"
	LinkPasswords Category = "link_passwords"
	Transfers     Category = "transfers"
	Abuse         Category = "abuse"
	Webhooks      Category = "webhooks"
	Operation     Category = "operation"
	Alerts        Category = "alerts"
)

// Email is when a user is emailed about a category.
type Email string

// The choices.
const (
	Immediately Email = "immediate"
	Daily       Email = "daily" // in a summary, see DigestHour
	Never       Email = "never"
)

// Valid reports whether the choice exists.
func (e Email) Valid() bool { return e == Immediately || e == Daily || e == Never }

// Channels are the ways in which a user is notified.
type Channels struct {
	InApp bool
	Email Email
}

// Settings describe a category.
type Settings struct {
	Category Category
	Label    string
	About    string // one sentence
	Default  Channels
	Locked   bool // the user cannot change the channels
}

// Categories returns all categories, in the order in which they are listed.
func Categories() []Settings {
	everything, summary := Channels{InApp: true, Email: Immediately}, Channels{InApp: true, Email: Daily}
	return []Settings{
		{
			Security, "Account security",
			"Sign-ins on new devices, changes of your email address, password, passkeys or two-factor authentication, and exports of your data.",
			everything, true,
		},
		{Billing, "Billing", "Trials, failed payments and the end of a subscription.", everything, false},
		{MonthlyClicks, "Monthly clicks", "80% and all of this month’s clicks are used.", everything, false},
		{PlanLimits, "Plan limits", "Links, domains or seats of the plan are nearly or completely used.", summary, false},
		{Domains, "Domains", "DNS records of a domain are missing, or found again.", everything, false},
		{Alerts, "Alerts", "An alert that you receive was raised: a spike, a fall, or first clicks.", everything, false},
		{LinkPasswords, "Link passwords", "Many wrong passwords were entered for a link.", summary, false},
		{
			Abuse, "Blocked links and reports",
			"A link is blocked because of its destination, or works again. For operators: visitors reported links.",
			everything, false,
		},
		{Webhooks, "Webhooks", "A webhook was disabled because its receiver failed, or messages were dropped because too many were waiting.", everything, false},
		{Operation, "Operation of the install", "For operators: scheduled backups are overdue.", everything, false},
		{Transfers, "Imports and exports", "An import or export that you started is done or failed.", Channels{InApp: true, Email: Never}, false},
	}
}

// Settings returns the description of the category, or false for an unknown one.
func (c Category) Settings() (Settings, bool) {
	all := Categories()
	i := slices.IndexFunc(all, func(s Settings) bool { return s.Category == c })
	if i < 0 {
		return Settings{}, false
	}
	return all[i], true
}

// Category returns the category of a kind. An unknown kind, such as one of a later
// version, is of Security, whose notifications cannot be turned off.
func (k Kind) Category() Category {
	switch k {
	case TrialEnding, TrialEnded, PaymentFailed, SubscriptionEnded:
		return Billing
	case ClicksNearLimit, ClicksAtLimit:
		return MonthlyClicks
	case LinksNearLimit, LinksAtLimit, DomainsNearLimit, DomainsAtLimit, MembersNearLimit, MembersAtLimit:
		return PlanLimits
	case DomainFailing, DomainRecovered:
		return Domains
	case PasswordGuessed:
		return LinkPasswords
	case LinksBlocked, LinksUnblocked, AbuseReported:
		return Abuse
	case WebhookDisabled, WebhookDropped:
		return Webhooks
	case BackupsOverdue:
		return Operation
	case AlertSpike, AlertFall, AlertFirstClick:
		return Alerts
	case ImportDone, ImportFailed, ExportDone, ExportFailed:
		return Transfers
	default:
		return Security
	}
}

// mailedApart reports whether the change that a notification of the kind is about
// queues an email of its own.
func (k Kind) mailedApart() bool {
	switch k {
	case PasswordChanged, TwoFactorEnabled, TwoFactorDisabled, RecoveryCodesReplaced, RecoveryCodeUsed,
		PasskeyAdded, PasskeyRemoved, EmailChanged, SingleSignOnLinked, SingleSignOnUnlinked:
		return true
	default:
		return false
	}
}
