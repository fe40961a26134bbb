package httpapi

// verifiedOperations returns the ids of all operations that need a verified email address:
// those that publish something on the internet, send mails or requests to others, or
// multiply what a user may do.
func verifiedOperations() []string {
	return []string{
		"createAlert",
		"createBioPage",
		"createCheck",
		"createDomain",
		"createImport",
		"createInvitation",
		"createLink",
		"createLinks",
		"createQRCode",
		"createQRCodeImageUrl",
		"createRetrieval",
		"createScheduledReport",
		"createShare",
		"createWebhook",
		"matchBioSite",
		"publishBioPage",
		"putSingleSignOn",
		"sendScheduledReport",
		"startImport",
		"updateAlert",
		"updateScheduledReport",
		"uploadMedia",
		"upsertLink",
	}
}
