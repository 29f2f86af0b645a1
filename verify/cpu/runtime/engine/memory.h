// Which memory an address belongs to.
#pragma once

#include "trace.h"

namespace cudalint {

Space space_of(const void* address);

}  // namespace cudalint
