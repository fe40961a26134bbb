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
// do.
type text struct {
	status  int
	code    string // the label above the title
	title   string
	text    string
	isError bool // the logo's eye is closed
}

// Labels and texts within pages.
const (
	labelShortLink   = "Short link"
	labelDestination = "Destination"
	labelWebsite     = "Website"
	labelCreated     = "Created"

	textVaries        = "This link has rules. Other visitors may get a different destination."
	textWrongPassword = "Incorrect password. Try again."
)

func (p page) text() text {
	switch p {
	case pageUnknownHost:
		return text{404, "404", "Domain not found", "This domain has no short links here. Check the address for typos.", true}
	case pageRoot:
		return text{404, "404", "No page here", "This domain serves short links.", true}
	case pageArchived:
		return text{410, "410", "This link is disabled", "Its owner disabled it. Ask the sender for a new link.", true}
	case pageDeleted:
		return text{410, "410", "This link was deleted", "Ask the sender for a new link.", true}
	case pageExpired:
		return text{410, "410", "This link has expired", "It reached its end date or its click limit. Ask the sender for a new link.", true}
	case pageBlocked:
		return text{451, "451", "This link is blocked", "It was removed because it violated the terms of this service or the law.", true}
	case pageSuspended:
		return text{410, "410", "This link is disabled", "Its owner’s account is suspended. Ask the sender for a new link.", true}
	case pageRestricted:
		return text{451, "451", "This link is restricted", "Its owner limits who can open it, for example by country.", true}
	case pageScheduled:
		return text{404, "Not active", "This link isn’t active yet", "Try again later.", false}
	case pagePassword:
		return text{200, "Protected", "Enter the password", "This link is protected. Ask the sender if you don’t have the password.", false}
	case pageWrongPassword:
		return text{403, "Protected", "Enter the password", "This link is protected. Ask the sender if you don’t have the password.", false}
	case pageTooManyAttempts:
		return text{429, "429", "Too many attempts", "Wait a minute, then try again.", true}
	case pagePreview:
		return text{200, "Preview", "Destination of this link", "", false}
	case pageCard:
		return text{200, "Link", "Short link", "", false}
	case pageMethod:
		return text{405, "405", "Method not allowed", "Short links accept GET and HEAD requests.", true}
	case pageUnavailable:
		return text{503, "503", "Temporarily unavailable", "This link can’t be loaded right now. Try again in a few seconds.", true}
	default:
		return text{404, "404", "Link not found", "Check the address for typos, or ask the sender for a new link.", true}
	}
}
