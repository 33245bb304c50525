// A page's data put into its template; apart from page.h because it needs the template, which few see.
#pragma once

#include <string>

#include "tauforge/report/page.h"
#include "tauforge/report/page_template.h"

namespace tauforge::report {

Result<std::string> filled(const PageTemplate& built, const Page& page);

}  // namespace tauforge::report
