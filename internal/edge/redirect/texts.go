package redirect

// page identifies a public page.
type page int

// The public pages.
const (
	pageNotFound page = iota
	pageUnknownHost
	pageRoot
	pageArchived
	pageDeleted
	pageExpired
	pageBlocked
	pageSuspended
	pageRestricted
	pageScheduled
	pagePassword
	pageWrongPassword
	pageTooManyAttempts
	pagePreview
	pageCard
	pageMethod
	pageUnavailable
)

// text is the fixed content of a page: what happened and what the visitor can
// do, as ids of texts of package locale.
type text struct {
	status  int
	code    string // the label above the title; empty: the status
	title   string
	text    string // empty: none
	isError bool   // the logo's eye is closed
}

func (p page) text() text {
	switch p {
	case pageUnknownHost:
		return text{404, "", "page.unknown_host.title", "page.unknown_host.text", true}
	case pageRoot:
		return text{404, "", "page.root.title", "page.root.text", true}
	case pageArchived:
		return text{410, "", "page.archived.title", "page.archived.text", true}
	case pageDeleted:
		return text{410, "", "page.deleted.title", "page.deleted.text", true}
	case pageExpired:
		return text{410, "", "page.expired.title", "page.expired.text", true}
	case pageBlocked:
		return text{451, "", "page.blocked.title", "page.blocked.text", true}
	case pageSuspended:
		return text{410, "", "page.archived.title", "page.suspended.text", true}
	case pageRestricted:
		return text{451, "", "page.restricted.title", "page.restricted.text", true}
	case pageScheduled:
		return text{404, "page.scheduled.label", "page.scheduled.title", "page.scheduled.text", false}
	case pagePassword:
		return text{200, "page.password.label", "page.password.title", "page.password.text", false}
	case pageWrongPassword:
		return text{403, "page.password.label", "page.password.title", "page.password.text", false}
	case pageTooManyAttempts:
		return text{429, "", "page.too_many.title", "page.too_many.text", true}
	case pagePreview:
		return text{200, "page.preview.label", "page.preview.title", "", false}
	case pageCard:
		return text{200, "page.card.label", "short_link", "", false}
	case pageMethod:
		return text{405, "", "page.method.title", "page.method.text", true}
	case pageUnavailable:
		return text{503, "", "page.unavailable.title", "page.unavailable.text", true}
	default:
		return text{404, "", "page.not_found.title", "page.not_found.text", true}
	}
}
