package audit

import (
	"strings"
	"unicode"
)

// fieldLabels are the labels of fields that their names do not spell out.
//
//nolint:gochecknoglobals // a constant table
var fieldLabels = map[string]string{
	"appleAppSiteAssociation": "Apple app site association",
	"assetLinks":              "asset links",
	"comments":                "note",
	"compat":                  "drop-in APIs",
	"contentChangedAt":        "static content",
	"defaultDomainId":         "domain of new links",
	"expiredUrl":              "destination for expired links",
	"expiresAction":           "action after the end date",
	"expiresAt":               "end date",
	"fallbackUrl":             "fallback URL",
	"faviconUrl":              "favicon",
	"folderId":                "folder",
	"forwardPath":             "path forwarding",
	"forwardQuery":            "query forwarding",
	"hasPassword":             "password",
	"hsts":                    "HSTS",
	"indexable":               "search engine indexing",
	"linkId":                  "link",
	"look":                    "design",
	"maxClicks":               "click limit",
	"networks":                "allowed networks",
	"notFoundUrl":             "destination for unknown aliases",
	"preview":                 "social preview",
	"qrLook":                  "design of QR codes",
	"redirectStatus":          "redirect type",
	"retentionDays":           "retention of clicks",
	"rootPageId":              "bio page at the root",
	"rootUrl":                 "destination of the root",
	"split":                   "A/B split",
	"startsAt":                "start date",
	"trackConversions":        "conversion tracking",
	"url":                     "destination",
	"userId":                  "user",
	"utm":                     "UTM parameters",
	"yourlsSignature":         "YOURLS signature",
	"yourlsUnique":            "reuse of links by clients of YOURLS",
}

// fieldLabel returns the label of a field of a state as part of a sentence:
// "timeZone" is "time zone".
func fieldLabel(name string) string {
	if label := fieldLabels[name]; label != "" {
		return label
	}
	var label strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			label.WriteByte(' ')
		}
		label.WriteRune(unicode.ToLower(r))
	}
	return label.String()
}

// Labels returns the labels of the fields of Before and After by their names,
// including those of nested objects.
func (e Entry) Labels() map[string]string {
	labels := map[string]string{}
	addLabels(labels, map[string]any(e.Before))
	addLabels(labels, map[string]any(e.After))
	return labels
}

func addLabels(labels map[string]string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, field := range value {
			labels[name] = fieldLabel(name)
			addLabels(labels, field)
		}
	case []any:
		for _, item := range value {
			addLabels(labels, item)
		}
	}
}
